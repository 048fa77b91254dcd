/** Where the five banks lie, in units of the drawing; whoever looks sits at the bottom, clockwise from there. */
export const CARD = { width: 54, height: 76 };
const HIGH = 330;
const LEAST_WIDE = 345;
const MOST_WIDE = 600;
const ROOM = 296;
const SLOT = 312;
const UPRIGHT = 400;

/** How far the circle is drawn out sideways to use a felt of this shape. */
export function width(shape: number): number {
  return Math.max(LEAST_WIDE, Math.min(MOST_WIDE, 445 * shape - 155));
}

/** How much larger a bank is drawn where the felt is too narrow to draw the circle out. */
export function zoom(wide: number): number {
  return wide < UPRIGHT ? 1.25 : 1;
}

/** The place of a bank, in its own units. */
export function slot(wide: number): { x: number; y: number; width: number; height: number } {
  const across = SLOT / zoom(wide);
  return { x: -across / 2, y: -120, width: across, height: 226 };
}

export function viewBox(wide: number): string {
  const top = HIGH + 80 * zoom(wide) ** 2;
  return `${-wide - SLOT / 2} ${-top} ${2 * wide + SLOT} ${top + 480}`;
}

export function place(bank: number, me: number | null, banks: number, wide: number): { x: number; y: number } {
  const turn = ((180 + (360 / banks) * (bank - (me ?? 0))) * Math.PI) / 180;
  return { x: wide * Math.sin(turn), y: -HIGH * Math.cos(turn) };
}

/** Where a card lies in its bank's row: closer together the more there are. */
export function cardX(nth: number, of: number, wide: number): number {
  const gap = Math.min(CARD.width + 5, (ROOM / zoom(wide) - CARD.width) / Math.max(1, of - 1));
  return (nth - (of - 1) / 2) * gap;
}

/** The open moves that stand for a whole bank: robbing it, or laying the picked card there. */
export function bankMoves(moves: readonly string[], picked: string | null): Map<number, string> {
  const found = new Map<number, string>();
  for (const move of moves) {
    const [verb, first = '', second = ''] = move.split(' ');
    if (verb === 'rob') found.set(Number(first), move);
    if (verb === 'place' && first === picked) found.set(Number(second), move);
  }
  return found;
}

export interface CardMove {
  readonly bank: number;
  readonly card: number;
  readonly move: string;
}

/** The open moves that stand for one card at a bank: looking at it, or turning it up. */
export function cardMoves(moves: readonly string[]): readonly CardMove[] {
  return moves.flatMap((move) => {
    const [verb, bank, card] = move.split(' ');
    return verb === 'spy' || verb === 'reveal' ? [{ bank: Number(bank), card: Number(card), move }] : [];
  });
}

export function placeable(moves: readonly string[]): readonly string[] {
  return [...new Set(moves.filter((move) => move.startsWith('place ')).map((move) => move.split(' ')[1]!))];
}

/** The highest bid that is open, or null where none is asked for. */
export function highestBid(moves: readonly string[]): number | null {
  const bids = moves.filter((move) => move.startsWith('bid ')).map((move) => Number(move.slice(4)));
  return bids.length ? Math.max(...bids) : null;
}
