import { within } from '../within';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A casino's place: its middle, which way is out, and how far round the ring it is. */
interface Spot extends Point {
  readonly out: Point;
  /** Degrees, clockwise from the top; those between two casinos shrink where the ring bends most. */
  readonly turn: number;
}

/**
 * Where things lie on the ring: as long as a felt is wide it is drawn out to an oval, so that casinos are as large as
 * they can be. Casino 0 is at the top, clockwise, all equally far from each other.
 */
export interface Ring {
  readonly count: number;
  /** How far the drawing reaches from the middle, sideways and upwards. */
  readonly half: Point;
  /** How far casinos are from the middle there. */
  readonly axes: Point;
  /** Half as wide as a casino. */
  readonly casino: number;
  readonly spots: readonly Spot[];
}

export const CARD = { width: 46, height: 64 };
export const PLATE = 19;
/** A drawing's shorter side is twice as long. */
const HALF = 500;
/** How far a ring may be drawn out, and how large its casinos may be. */
interface Bounds {
  /** So much longer than high, or the other way round. */
  readonly oval: number;
  readonly casino: number;
}
/** A ring is still a ring, and there is room within it. */
const ROOMY: Bounds = { oval: 1.45, casino: 100 };
/** Where all would be tiny: as large as they can be, with room for nothing but pawns within. */
const TIGHT: Bounds = { oval: 2.5, casino: 150 };
/** So much of the way to the next casino a casino fills. */
const FILLED = 0.475;
/** A casino's rim, on which its plate may lie. */
const RIM = 9;
const BETWEEN = 6;
/** How far from its middle a card's mark reaches: so much of it no other card may cover. */
const MARK = 16;
const LEAST_CARD = 0.5;
/** A longer row would be among the cards of others. */
const MOST_ROOM = 260;
const PAWN = { width: 40, height: 58 };
const PAWN_GAP_FROM_CASINO = 40;
/** From the middle to the ends of the rays around the clock. */
const CENTRE = 142;

/** The ring on a felt that is so many times as wide as it is high. */
export function ring(count: number, shape = 1, tight = false): Ring {
  const most = tight ? TIGHT : ROOMY;
  const half = {
    x: HALF * within(1, shape, most.oval),
    y: HALF * within(1, 1 / shape, most.oval),
  };
  let [small, large] = [0, most.casino];
  for (let step = 0; step < 8; step += 1) {
    const middle = (small + large) / 2;
    if (fits(count, half, middle)) small = middle;
    else large = middle;
  }
  const casino = fits(count, half, most.casino) ? most.casino : small;
  const axes = axesFor(half, casino);
  return { count, half, axes, casino, spots: spread(count, axes) };
}

function fits(count: number, half: Point, casino: number): boolean {
  const spots = spread(count, axesFor(half, casino));
  return spots.every((spot, nth) => casino <= FILLED * apart(spot, spots[(nth + 1) % count]!));
}

/** Outside a casino there is room for its plate and its cards. */
function axesFor(half: Point, casino: number): Point {
  const outside = casino + 2 * PLATE - RIM + BETWEEN;
  return { x: half.x - outside - CARD.width, y: half.y - outside - CARD.height };
}

/** Places along an oval, each as far from the next as all others. */
function spread(count: number, axes: Point): readonly Spot[] {
  const FINE = 360;
  const at = (turn: number): Point => ({ x: axes.x * Math.sin(turn), y: -axes.y * Math.cos(turn) });
  const walked = [0];
  for (let step = 1; step <= FINE; step += 1)
    walked.push(walked.at(-1)! + apart(at((2 * Math.PI * (step - 1)) / FINE), at((2 * Math.PI * step) / FINE)));
  const whole = walked.at(-1)!;
  return Array.from({ length: count }, (_, nth) => {
    const goal = (whole * nth) / count;
    const after = Math.max(
      1,
      walked.findIndex((way) => way > goal),
    );
    const part = (goal - walked[after - 1]!) / (walked[after]! - walked[after - 1]!);
    const turn = (2 * Math.PI * (after - 1 + part)) / FINE;
    const steep = { x: axes.y * Math.sin(turn), y: -axes.x * Math.cos(turn) };
    const long = Math.hypot(steep.x, steep.y);
    return { ...at(turn), out: { x: steep.x / long, y: steep.y / long }, turn: (turn * 180) / Math.PI };
  });
}

function apart(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** No farther than that from the middle. */
function centred(wanted: number, most: number): number {
  return within(-most, wanted, most);
}

function outwards({ x, y, out }: Spot, far: number): Point {
  return { x: x + far * out.x, y: y + far * out.y };
}

export function place(ring: Ring, casino: number): Spot {
  return ring.spots[casino]!;
}

/** The plate with its number is at the rim, and never among the cards: it hides neither chips nor cards. */
export function plate(ring: Ring, casino: number): Point {
  return outwards(place(ring, casino), ring.casino - RIM + PLATE);
}

/** What advice marks a casino with is aslant from its plate: it hides neither that nor the sum, no card and no pawn. */
export function medal(ring: Ring, casino: number, size: number): Point {
  const { x, y, out } = place(ring, casino);
  const far = (ring.casino + size / 2) * Math.SQRT1_2;
  return { x: x + far * (out.x - out.y), y: y + far * (out.y + out.x) };
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

/** Where the middle of a casino's cards lies: none of them touches its plate. */
function tableau(ring: Ring, casino: number): Point {
  const spot = place(ring, casino);
  const reach = (CARD.width * Math.abs(spot.out.x) + CARD.height * Math.abs(spot.out.y)) / 2;
  return outwards(spot, ring.casino + 2 * PLATE - RIM + BETWEEN / 2 + reach);
}

function cardPlace(ring: Ring, casino: number, nth: number, of: number): { x: number; y: number; scale: number } {
  const { out } = place(ring, casino);
  const [across, down] = [Math.abs(out.y), Math.abs(out.x)];
  /** How far apart along the arc two cards are, where they are so far apart across or so far down. */
  const along = (wide: number, high: number): number => Math.min(wide / across, high / down);
  const middle = tableau(ring, casino);
  const neighbours = [1, ring.count - 1].map((on) => apart(middle, tableau(ring, (casino + on) % ring.count)));
  const room = Math.min(MOST_ROOM, Math.min(...neighbours) * 0.9);
  const card = CARD.width * across + CARD.height * down;
  const least = along(CARD.width / 2 + MARK, CARD.height / 2 + MARK) * (of - 1) + card;
  const scale = within(LEAST_CARD, room / least, 1);
  const free = along(CARD.width + BETWEEN, CARD.height + BETWEEN) * scale;
  const shift = (nth - (of - 1) / 2) * Math.min(free, (room - card * scale) / Math.max(1, of - 1));
  return {
    x: centred(middle.x - shift * out.y, ring.half.x - (scale * CARD.width) / 2),
    y: centred(middle.y + shift * out.x, ring.half.y - (scale * CARD.height) / 2),
    scale,
  };
}

/** Pawns stand inside, side by side; beside the ring's flanks there is room for two in a row, elsewhere for three. */
export function pawnOffset(ring: Ring, casino: number, nth: number, of: number): Point {
  const columns = Math.abs(place(ring, casino).out.y) > 0.7 ? 3 : 2;
  const row = Math.floor(nth / columns);
  const rows = Math.ceil(of / columns);
  const beside = Math.min(columns, of - row * columns);
  return {
    x: ((nth % columns) - (beside - 1) / 2) * PAWN.width,
    y: (row - (rows - 1) / 2) * PAWN.height,
  };
}

/** The oval that pawns walk along, within that of the casinos. */
export function walk({ axes, casino }: Ring): Point {
  const inside = casino + PAWN_GAP_FROM_CASINO;
  return { x: axes.x - inside, y: axes.y - inside };
}

/** How large the clock in the middle is, so that pawns find room around it. */
export function clock(ring: Ring): number {
  const { x, y } = walk(ring);
  return Math.min(1, (Math.min(x, y) - PAWN.height / 2) / CENTRE);
}

/** Fewer pixels from a casino's middle to its rim, and it is looked at from near by. */
const READABLE = 20;

/** How many pixels a unit of the drawing is, on a felt of this size. */
export function pixels({ half }: { readonly half: Point }, width: number, height: number): number {
  return Math.min(width / half.x, height / half.y) / 2;
}

/** Whether its casinos are too small for what lies in them to be read. */
export function tiny(ring: Ring, width: number, height: number): boolean {
  return pixels(ring, width, height) * ring.casino < READABLE;
}

/** The part of the drawing to show: all of it, or what surrounds the casino that is looked at, where that were tiny. */
export function frame(ring: Ring, looked: number | null, width: number, height: number): Point & { half: Point } {
  if (looked === null || !tiny(ring, width, height)) return { x: 0, y: 0, half: ring.half };
  const { x, y, out } = place(ring, looked);
  const high = ring.casino + 100;
  const half = { x: Math.min(ring.half.x, (high * width) / height), y: high };
  return {
    x: centred(x + 12 * out.x, ring.half.x - half.x),
    y: centred(y + 12 * out.y, ring.half.y - half.y),
    half,
  };
}
