import { describe, expect, it } from 'vitest';
import { CARD, PLATE, cardTransform, heaps, pawnOffset, place, plate, ring } from '../src/games/vabanque/ring';

const COUNTS = [6, 8, 9, 10, 12];
const MARK = 14;

function lies(transform: string): { x: number; y: number; scale: number } {
  const [x, y, scale] = /^translate\((\S+) (\S+)\) scale\((\S+)\)$/.exec(transform)!.slice(1).map(Number);
  return { x: x!, y: y!, scale: scale! };
}

function cards(count: number, casino: number, many: number) {
  return Array.from({ length: many }, (_, nth) => lies(cardTransform(ring(count), casino, nth, many)));
}

const everywhere = COUNTS.flatMap((count) => Array.from({ length: count }, (_, casino) => ({ count, casino })));

describe('the ring', () => {
  it('lays every card upright and inside the drawing', () => {
    for (const { count, casino } of everywhere)
      for (const { x, y, scale } of cards(count, casino, 6)) {
        expect(Math.abs(x) + (scale * CARD.width) / 2).toBeLessThanOrEqual(500);
        expect(Math.abs(y) + (scale * CARD.height) / 2).toBeLessThanOrEqual(500);
      }
  });

  it('hides no mark under the next card', () => {
    for (const { count, casino } of everywhere) {
      const row = cards(count, casino, 6);
      row.slice(1).forEach(({ x, y, scale }, nth) => {
        const before = row[nth]!;
        const across = Math.abs(x - before.x) >= scale * (CARD.width / 2 + MARK);
        const down = Math.abs(y - before.y) >= scale * (CARD.height / 2 + MARK);
        expect(across || down, `casino ${casino} of ${count}`).toBe(true);
      });
    }
  });

  it('puts no number on a card', () => {
    for (const { count, casino } of everywhere) {
      const number = plate(ring(count), casino);
      for (const { x, y, scale } of cards(count, casino, 2)) {
        const beside = Math.max(0, Math.abs(x - number.x) - (scale * CARD.width) / 2);
        const above = Math.max(0, Math.abs(y - number.y) - (scale * CARD.height) / 2);
        expect(Math.hypot(beside, above), `casino ${casino} of ${count}`).toBeGreaterThanOrEqual(PLATE - 0.01);
      }
    }
  });

  it('puts no number on the baize of its casino', () => {
    for (const { count, casino } of everywhere) {
      const shape = ring(count);
      const [middle, number] = [place(shape, casino), plate(shape, casino)];
      const rim = 9;
      expect(Math.hypot(number.x - middle.x, number.y - middle.y)).toBeGreaterThanOrEqual(shape.casino - rim + PLATE);
    }
  });

  it('keeps the stacks of a casino apart and inside it, with their counts', () => {
    for (const many of [1, 2, 3, 4]) {
      const { chip, step, places, count } = heaps(many, 76);
      expect(places).toHaveLength(many);
      const reach = chip + 4 * step;
      for (const [nth, { x, y }] of places.entries()) {
        expect(Math.hypot(Math.abs(x), Math.abs(y)) + chip).toBeLessThan(76);
        expect(Math.hypot(x + count.x, y + count.y)).toBeLessThan(76);
        for (const other of places.slice(nth + 1))
          expect(Math.abs(other.x - x) >= 2 * chip || Math.abs(other.y - y) >= reach + chip - 4).toBe(true);
      }
    }
  });

  it('stands two pawns side by side at any casino', () => {
    for (const { count, casino } of everywhere) {
      const [one, other] = [0, 1].map((nth) => pawnOffset(ring(count), casino, nth, 2));
      expect(Math.abs(one!.x - other!.x)).toBeGreaterThanOrEqual(40);
    }
  });
});
