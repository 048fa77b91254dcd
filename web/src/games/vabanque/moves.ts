import { marked } from '../marked';
import type { View } from './types';

/** Which casino each open move leads to; cards need the one that is picked. */
export function places(view: View, moves: readonly string[], picked: string | null): Map<number, string> {
  const found = new Map<number, string>();
  for (const move of moves) {
    const [verb, first = '', second = ''] = move.split(' ');
    if (verb === 'stand' || verb === 'chip') found.set(Number(first), move);
    if (verb === 'lay' && first === picked) found.set(Number(second), move);
    if (verb === 'move' && view.me !== null)
      found.set((view.pawns[view.me]! + Number(first)) % view.chips.length, move);
  }
  return found;
}

/** The kinds of cards that may be laid now. */
export function layable(moves: readonly string[]): readonly string[] {
  return [...new Set(moves.filter((move) => move.startsWith('lay ')).map((move) => move.split(' ')[1]!))];
}

/** The casinos that advice leads to, each with the numbers of the moves that do. */
export function proposals(view: View, proposed: readonly string[]): ReadonlyMap<number, string> {
  return marked(proposed, (move) => [...places(view, [move], move.split(' ')[1] ?? null).keys()]);
}
