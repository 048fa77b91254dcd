import { within } from '../within';

/** Where the banks lie, in units of the drawing; whoever looks sits at the bottom, clockwise from there. */
export interface Felt {
  /** So little room that banks fill it and the tiles stand between them. */
  readonly close: boolean;
  readonly viewBox: string;
  /** How far the circle is drawn out sideways. */
  readonly wide: number;
  /** How much larger than its own units a bank is drawn. */
  readonly zoom: number;
  /** The place of a bank, in its own units. */
  readonly slot: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** The middles of the banks, beginning with the own one. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  /** Where the tiles lie. */
  readonly tiles: string;
}

export const CARD = { width: 54, height: 76 };
const HIGH = 330;
const MOST_WIDE = 480;
const MOST_ZOOM = 1.4;
const EDGE = 6;
/** Clear of the upper banks, whose cards hang lower than the own bank reaches up. */
const TRAY_DOWN = 22;
const SLOT = { x: -156, y: -120, width: 312, height: 226 };
/** Pixels across, up to which the banks stand close together. */
const CLOSE = 500;
/** What a bank with its cards takes up at least, in its own units. */
const NARROW = { width: 200, above: 118, below: 101 };
/** What the tiles take up in two rows. */
const TILES = { width: 176, above: 104, height: 176 };

export function felt(width: number, height: number, banks: number): Felt {
  return width < CLOSE && banks === 5 ? packed(width, height) : round(width / Math.max(1, height), banks);
}

/** In a circle, drawn out sideways to use a felt of this shape, and banks as large as they fit. */
function round(shape: number, banks: number): Felt {
  const turns = Array.from({ length: banks }, (_, nth) => Math.PI + (2 * Math.PI * nth) / banks);
  const [across, up] = [Math.max(...turns.map(Math.sin)), Math.max(...turns.map(Math.cos))];
  const reach = HIGH * (1 + up);
  // Beside the own bank there must be room for the next ones, so the width of three of them is what counts.
  const zoom = within(1, (shape * reach) / (3 * SLOT.width - SLOT.height * shape), MOST_ZOOM);
  const height = reach + SLOT.height * zoom + 2 * EDGE;
  const slot = SLOT.width * zoom;
  const wide = within(slot / across, (shape * height - slot) / (2 * across), MOST_WIDE * zoom);
  const width = 2 * wide * across + slot + 2 * EDGE;
  return {
    close: false,
    viewBox: `${-width / 2} ${SLOT.y * zoom - HIGH * up - EDGE} ${width} ${height}`,
    wide,
    zoom,
    slot: SLOT,
    places: turns.map((turn) => ({ x: wide * Math.sin(turn), y: -HIGH * Math.cos(turn) })),
    tiles: `translate(0 ${TRAY_DOWN})`,
  };
}

/** Three below and two above, as large as they fit; the tiles stand between the upper two. */
function packed(width: number, height: number): Felt {
  const third = width / 3;
  const zoom = Math.max(0.1, Math.min(third / NARROW.width, height / 2 / (NARROW.above + NARROW.below)));
  const low = height / 2 - NARROW.below * zoom;
  const high = -height / 2 + NARROW.above * zoom;
  const flank = low - (height - 2 * (NARROW.above + NARROW.below) * zoom) * 0.4;
  const across = third / zoom - 6;
  const scale = Math.min(third / TILES.width, (NARROW.above + NARROW.below) * (zoom / TILES.height));
  return {
    close: true,
    viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`,
    wide: third,
    zoom,
    slot: { x: -across / 2, y: 2 - NARROW.above, width: across, height: NARROW.above + NARROW.below - 4 },
    places: [
      { x: 0, y: low },
      { x: -third, y: flank },
      { x: -third, y: high },
      { x: third, y: high },
      { x: third, y: flank },
    ],
    tiles: `translate(0 ${TILES.above * scale - height / 2}) scale(${scale})`,
  };
}

/** Fewer pixels across, and the bank that is looked at is shown from near by. */
const READABLE = 90;

/** The part of the drawing to show: all of it, or what surrounds the bank that is looked at, where that were tiny. */
export function frame(felt: Felt, looked: { readonly x: number; readonly y: number } | null): string {
  if (!felt.close || !looked || NARROW.width * felt.zoom >= READABLE) return felt.viewBox;
  const [, , width = 1, height = 1] = felt.viewBox.split(' ').map(Number);
  const high = Math.min(height, (NARROW.above + NARROW.below + 2 * EDGE) * felt.zoom);
  const wide = (width * high) / height;
  const middle = looked.y + ((NARROW.below - NARROW.above) / 2) * felt.zoom;
  const left = within(-width / 2, looked.x - wide / 2, width / 2 - wide);
  return `${left} ${within(-height / 2, middle - high / 2, height / 2 - high)} ${wide} ${high}`;
}

export function place(felt: Felt, bank: number, me: number | null): { readonly x: number; readonly y: number } {
  const many = felt.places.length;
  return felt.places[(bank - (me ?? 0) + many) % many]!;
}

export interface CardPlace {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Where a bank's cards begin, under its steps, and how far down they may reach. */
const ROWS = { top: 17, height: 80, between: 3 };
/** So far from one card to the next nothing of a card's mark is hidden. */
const CLEAR = 47;

/** Where a card lies at its bank: in one row or two, smaller before one hides another's mark. */
export function cardPlace(felt: Felt, nth: number, of: number): CardPlace {
  const room = felt.slot.width - 10;
  const inRow = (many: number): number => Math.min(1, room / ((many - 1) * CLEAR + CARD.width));
  const half = Math.ceil(of / 2);
  const two = Math.min(inRow(half), (ROWS.height - ROWS.between) / 2 / CARD.height);
  const [scale, long] = inRow(of) >= two ? [inRow(of), of] : [two, half];
  const row = Math.floor(nth / long);
  const beside = Math.min(long, of - row * long);
  const gap = Math.min((CARD.width + 5) * scale, (room - CARD.width * scale) / Math.max(1, long - 1));
  const high = CARD.height * scale;
  return {
    x: ((nth % long) - (beside - 1) / 2) * gap,
    y: ROWS.top + high / 2 + row * (high + ROWS.between),
    scale,
  };
}

/** How many pixels lie between two cards of so many, on a felt of this size. */
export function cardPixels(felt: Felt, of: number, width: number, height: number): number {
  const [, , wide = 1, high = 1] = felt.viewBox.split(' ').map(Number);
  const unit = Math.min(width / wide, height / high) * felt.zoom;
  return unit * (of > 1 ? cardPlace(felt, 1, of).x - cardPlace(felt, 0, of).x : CARD.width);
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
