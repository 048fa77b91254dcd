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
export const PLATE = 19;
const OUTSIDE = 461;
/** No card, however it lies on the arc, comes nearer to the middle. */
const CLEAR_OF_CARDS = OUTSIDE - Math.hypot(CARD.width, CARD.height) / 2;
/** A larger one would leave no room between itself and its cards for the plate. */
const MOST_CASINO = 80;
const BETWEEN = 6;
/** How far from its middle a card's mark reaches: so much of it no other card may cover. */
const MARK = 16;
const LEAST_CARD = 0.5;
/** A longer row, being straight, would leave the drawing. */
const MOST_ROOM = 260;
const PAWN = { width: 40, height: 58 };
const PAWN_GAP_FROM_CASINO = 40;

export function ring(count: number): Ring {
  const radius = 310;
  const chord = 2 * radius * Math.sin(Math.PI / count);
  return { count, radius, casino: Math.min(MOST_CASINO, chord * 0.475) };
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

/** The plate with its number is outside the rim, and never among the cards: it hides neither chips nor cards. */
export function plate(ring: Ring, casino: number): { x: number; y: number } {
  return place(ring, casino, CLEAR_OF_CARDS - PLATE - ring.radius);
}

/**
 * Cards lie outside along the arc, each upright: turned with the ring a spade would be read as a heart. The more there
 * are the closer together, and smaller before one hides another's mark.
 */
export function cardTransform(ring: Ring, casino: number, nth: number, of: number): string {
  const { x, y, scale } = cardPlace(ring, casino, nth, of);
  return `translate(${x} ${y}) scale(${scale})`;
}

/** A line from the casino to its cards and along them. */
export function tray(ring: Ring, casino: number, of: number): string {
  const [first, last] = [cardPlace(ring, casino, 0, of), cardPlace(ring, casino, of - 1, of)];
  const { x, y } = place(ring, casino);
  return `M${x} ${y}L${(first.x + last.x) / 2} ${(first.y + last.y) / 2}M${first.x} ${first.y}L${last.x} ${last.y}`;
}

function cardPlace(ring: Ring, casino: number, nth: number, of: number): { x: number; y: number; scale: number } {
  const turn = (angle(ring, casino) * Math.PI) / 180;
  const [across, down] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  /** How far apart along the arc two cards are, where they are so far apart across or so far down. */
  const apart = (wide: number, high: number): number => Math.min(wide / across, high / down);
  const room = Math.min(MOST_ROOM, ((2 * Math.PI * OUTSIDE) / ring.count) * 0.9);
  const card = CARD.width * across + CARD.height * down;
  const least = apart(CARD.width / 2 + MARK, CARD.height / 2 + MARK) * (of - 1) + card;
  const scale = Math.max(LEAST_CARD, Math.min(1, room / least));
  const free = apart(CARD.width + BETWEEN, CARD.height + BETWEEN) * scale;
  const along = (nth - (of - 1) / 2) * Math.min(free, (room - card * scale) / Math.max(1, of - 1));
  const x = OUTSIDE * Math.sin(turn) + along * Math.cos(turn);
  const y = -OUTSIDE * Math.cos(turn) + along * Math.sin(turn);
  return { x, y, scale };
}

/** Pawns stand inside, side by side; beside the ring's flanks there is room for two in a row, elsewhere for three. */
export function pawnOffset(ring: Ring, casino: number, nth: number, of: number): { x: number; y: number } {
  const flat = Math.abs(Math.cos((angle(ring, casino) * Math.PI) / 180)) > 0.7;
  const columns = flat ? 3 : 2;
  const row = Math.floor(nth / columns);
  const rows = Math.ceil(of / columns);
  const beside = Math.min(columns, of - row * columns);
  return {
    x: ((nth % columns) - (beside - 1) / 2) * PAWN.width,
    y: (row - (rows - 1) / 2) * PAWN.height,
  };
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

/** How the stacks of a casino are drawn: how large, where, and where each one's count is written. */
export interface Heaps {
  readonly chip: number;
  /** How much higher each chip of a stack lies. */
  readonly step: number;
  readonly places: readonly { x: number; y: number }[];
  readonly count: { x: number; y: number; 'text-anchor': 'middle' | 'start'; 'font-size': number };
}

/** One or two stacks side by side with their counts under them; more of them in a block, their counts beside them. */
export function heaps(many: number, size: number): Heaps {
  const unit = size / 76;
  if (many <= 2) {
    const places = Array.from({ length: many }, (_, at) => ({ x: (at - (many - 1) / 2) * 52 * unit, y: -25 * unit }));
    const count = { x: 0, y: 37 * unit, 'text-anchor': 'middle', 'font-size': 21 * unit } as const;
    return { chip: 21 * unit, step: 3.5 * unit, places, count };
  }
  const places = Array.from({ length: many }, (_, at) => ({
    x: (at % 2 ? 17 : -39) * unit,
    y: (at < 2 ? -40 : -6) * unit,
  }));
  const count = { x: 19 * unit, y: 7 * unit, 'text-anchor': 'start', 'font-size': 20 * unit } as const;
  return { chip: 16 * unit, step: 1 * unit, places, count };
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
