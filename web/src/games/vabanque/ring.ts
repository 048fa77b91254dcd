import type { View } from './types';

/** Where things lie on the ring, in a square from -500 to 500; casino 0 is at the top, clockwise. */
export interface Ring {
  readonly count: number;
  /** Of a casino's middle from the middle of the ring. */
  readonly radius: number;
  /** Of a casino itself. */
  readonly casino: number;
}

export const CARD = { width: 46, height: 64 };
const OUTSIDE = 461;
const PAWN_GAP = 40;
const PAWN_GAP_FROM_CASINO = 40;

export function ring(count: number): Ring {
  const radius = 324;
  const chord = 2 * radius * Math.sin(Math.PI / count);
  return { count, radius, casino: Math.min(98, chord * 0.475) };
}

export function angle(ring: Ring, casino: number): number {
  return (360 / ring.count) * casino;
}

/** The middle of a casino, or a point so much farther out. */
export function place(ring: Ring, casino: number, beyond = 0): { x: number; y: number } {
  const turn = (angle(ring, casino) * Math.PI) / 180;
  const radius = ring.radius + beyond;
  return { x: radius * Math.sin(turn), y: -radius * Math.cos(turn) };
}

/** Cards lie outside along the arc, closer together the more there are. */
export function cardTransform(ring: Ring, casino: number, nth: number, of: number): string {
  const room = ((2 * Math.PI * OUTSIDE) / ring.count) * 0.9;
  const gap = Math.min(CARD.width + 6, (room - CARD.width) / Math.max(1, of - 1));
  const along = (nth - (of - 1) / 2) * gap;
  return `rotate(${angle(ring, casino)}) translate(${along} ${-OUTSIDE})`;
}

/** Pawns stand inside, side by side. */
export function pawnOffset(ring: Ring, nth: number, of: number): number {
  const inside = pawnRadius(ring);
  const room = ((2 * Math.PI * inside) / ring.count) * 1.05;
  const gap = Math.min(PAWN_GAP, of > 1 ? (room - 20) / (of - 1) : PAWN_GAP);
  return (nth - (of - 1) / 2) * gap;
}

export function pawnRadius(ring: Ring): number {
  return ring.radius - ring.casino - PAWN_GAP_FROM_CASINO;
}

/** The chips of a casino as stacks by value, the smallest first. */
export function stacks(chips: readonly number[]): { value: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const value of chips) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b).map(([value, count]) => ({ value, count }));
}

export function total(chips: readonly number[]): number {
  return chips.reduce((sum, value) => sum + value, 0);
}

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
