import { describe, expect, it } from 'vitest';
import { heaps } from '../src/games/vabanque/heaps';
import {
  CARD,
  PLATE,
  cardTransform,
  frame,
  medal,
  pawnOffset,
  pixels,
  place,
  plate,
  ring,
  tiny,
  type Ring,
} from '../src/games/vabanque/ring';

const COUNTS = [6, 7, 8, 9, 10, 12];
/** Upright, square, a phone's, a desk's and as oval as it gets. */
const SHAPES = [0.8, 1, 1.15, 1.42, 3];
const MARK = 14;

function lies(transform: string): { x: number; y: number; scale: number } {
  const [x, y, scale] = /^translate\((\S+) (\S+)\) scale\((\S+)\)$/.exec(transform)!.slice(1).map(Number);
  return { x: x!, y: y!, scale: scale! };
}

function cards(shape: Ring, casino: number, many: number) {
  return Array.from({ length: many }, (_, nth) => lies(cardTransform(shape, casino, nth, many)));
}

const rings = COUNTS.flatMap((count) => SHAPES.map((shape) => ring(count, shape)));
const everywhere = rings.flatMap((shape) => shape.spots.map((_, casino) => ({ shape, count: shape.count, casino })));

describe('the ring', () => {
  it('lays every card upright and inside the drawing', () => {
    for (const { shape, casino } of everywhere)
      for (const { x, y, scale } of cards(shape, casino, 6)) {
        expect(Math.abs(x) + (scale * CARD.width) / 2).toBeLessThan(shape.half.x + 0.01);
        expect(Math.abs(y) + (scale * CARD.height) / 2).toBeLessThan(shape.half.y + 0.01);
      }
  });

  it('sets casinos equally far apart, without touching', () => {
    for (const { shape, count, casino } of everywhere) {
      const [one, next] = [place(shape, casino), place(shape, (casino + 1) % count)];
      expect(Math.hypot(one.x - next.x, one.y - next.y)).toBeGreaterThan(2 * shape.casino);
    }
  });

  it('makes use of a wide felt', () => {
    expect(ring(12, 1.42).casino).toBeGreaterThan(1.2 * ring(12, 1).casino);
  });

  it('grows casinos on a felt so low that they would be tiny', () => {
    const [width, height] = [346, 146];
    for (const count of COUNTS) {
      const [roomy, tight] = [false, true].map((wish) => ring(count, width / height, wish)) as [Ring, Ring];
      expect(tiny(roomy, width, height)).toBe(true);
      expect(pixels(tight, width, height) * tight.casino).toBeGreaterThan(19);
    }
  });

  it('marks a proposal clear of the number, the sum and the neighbour', () => {
    for (const { shape, count, casino } of everywhere) {
      const size = 24;
      const at = medal(shape, casino, size);
      const far = (other: { x: number; y: number }) => Math.hypot(other.x - at.x, other.y - at.y);
      expect(far(plate(shape, casino))).toBeGreaterThan(PLATE + size);
      expect(far(place(shape, casino))).toBeGreaterThan(shape.casino);
      for (const on of [1, count - 1])
        expect(far(place(shape, (casino + on) % count)), `casino ${casino} of ${count}`).toBeGreaterThan(shape.casino);
    }
  });

  it('looks at a casino from near by where all of them would be tiny, and never past the edge', () => {
    for (const { shape, casino } of everywhere) {
      const { x, y, half } = frame(shape, casino, 346, 115);
      const at = place(shape, casino);
      expect(Math.abs(at.x - x) + shape.casino).toBeLessThanOrEqual(half.x);
      expect(Math.abs(at.y - y) + shape.casino).toBeLessThanOrEqual(half.y);
      expect(Math.abs(x) + half.x).toBeLessThanOrEqual(shape.half.x + 0.01);
      expect(Math.abs(y) + half.y).toBeLessThanOrEqual(shape.half.y + 0.01);
      expect(frame(shape, casino, 800, 500).half).toEqual(shape.half);
    }
  });

  it('hides no mark under the next card', () => {
    for (const { shape, count, casino } of everywhere) {
      const row = cards(shape, casino, 6);
      row.slice(1).forEach(({ x, y, scale }, nth) => {
        const before = row[nth]!;
        const across = Math.abs(x - before.x) >= scale * (CARD.width / 2 + MARK);
        const down = Math.abs(y - before.y) >= scale * (CARD.height / 2 + MARK);
        expect(across || down, `casino ${casino} of ${count}`).toBe(true);
      });
    }
  });

  it('puts no number on a card', () => {
    for (const { shape, count, casino } of everywhere) {
      const number = plate(shape, casino);
      for (const { x, y, scale } of cards(shape, casino, 2)) {
        const beside = Math.max(0, Math.abs(x - number.x) - (scale * CARD.width) / 2);
        const above = Math.max(0, Math.abs(y - number.y) - (scale * CARD.height) / 2);
        expect(Math.hypot(beside, above), `casino ${casino} of ${count}`).toBeGreaterThanOrEqual(PLATE - 0.01);
      }
    }
  });

  it('puts no number on the baize of its casino', () => {
    for (const { shape, casino } of everywhere) {
      const [middle, number] = [place(shape, casino), plate(shape, casino)];
      const rim = 9;
      expect(Math.hypot(number.x - middle.x, number.y - middle.y)).toBeGreaterThan(shape.casino - rim + PLATE - 0.01);
    }
  });

  it('keeps the stacks of a casino apart and inside it, with their counts', () => {
    for (const many of [1, 2, 3, 4]) {
      const { chip, step, places, count } = heaps(many, 76);
      const outline = 4;
      const written = 1.15 * count['font-size'] + outline;
      expect(places).toHaveLength(many);
      const reach = chip + 4 * step;
      for (const [nth, { x, y }] of places.entries()) {
        expect(Math.hypot(Math.abs(x), Math.abs(y)) + chip).toBeLessThan(76);
        expect(Math.hypot(x + count.x, y + count.y)).toBeLessThan(76);
        for (const other of places.slice(nth + 1))
          expect(Math.abs(other.x - x) >= 2 * chip || Math.abs(other.y - y) >= reach + chip - 4).toBe(true);
        if (count['text-anchor'] === 'start')
          for (const other of places.filter((one) => one.y === y && one.x > x))
            expect(x + count.x + written).toBeLessThanOrEqual(other.x - chip);
      }
    }
  });

  it('stands two pawns side by side at any casino', () => {
    for (const { shape, casino } of everywhere) {
      const [one, other] = [0, 1].map((nth) => pawnOffset(shape, casino, nth, 2));
      expect(Math.abs(one!.x - other!.x)).toBeGreaterThanOrEqual(40);
    }
  });
});
