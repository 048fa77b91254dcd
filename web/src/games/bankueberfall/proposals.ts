import { marked } from '../marked';
import { cardMoves } from './square';

/** The banks that advice leads to, each with the numbers of the moves that do. */
export function bankProposals(proposed: readonly string[]): ReadonlyMap<number, string> {
  return marked(proposed, (move) => {
    const [verb, first, second] = move.split(' ');
    return verb === 'rob' ? [Number(first)] : verb === 'place' ? [Number(second)] : [];
  });
}

/** The same for single cards, named by their bank and place. */
export function cardProposals(proposed: readonly string[]): ReadonlyMap<string, string> {
  return marked(proposed, (move) => cardMoves([move]).map(({ bank, card }) => `${bank} ${card}`));
}
