import { describe, expect, it } from 'vitest';
import { CARD, cardPlace, felt, frame, place } from '../src/games/bankueberfall/square';

const FELTS = [
  [346, 232],
  [346, 140],
  [352, 420],
  [744, 640],
  [782, 540],
  [2200, 1500],
] as const;

function edges(width: number, height: number) {
  const laid = felt(width, height, 5);
  const [left, top, wide, high] = laid.viewBox.split(' ').map(Number) as [number, number, number, number];
  const banks = [0, 1, 2, 3, 4].map((bank) => {
    const { x, y } = place(laid, bank, 2);
    const { slot, zoom } = laid;
    return {
      left: x + slot.x * zoom,
      right: x + (slot.x + slot.width) * zoom,
      top: y + slot.y * zoom,
      bottom: y + (slot.y + slot.height) * zoom,
    };
  });
  return { laid, banks, sheet: { left, top, right: left + wide, bottom: top + high } };
}

describe.each(FELTS)('on a felt of %i x %i', (width, height) => {
  const { laid, banks, sheet } = edges(width, height);

  it('no bank leaves the drawing or covers another', () => {
    for (const [nth, bank] of banks.entries()) {
      expect(bank.left).toBeGreaterThanOrEqual(sheet.left - 0.01);
      expect(bank.right).toBeLessThanOrEqual(sheet.right + 0.01);
      expect(bank.top).toBeGreaterThanOrEqual(sheet.top - 0.01);
      expect(bank.bottom).toBeLessThanOrEqual(sheet.bottom + 0.01);
      for (const other of banks.slice(nth + 1))
        expect(
          bank.right <= other.left + 0.01 ||
            other.right <= bank.left + 0.01 ||
            bank.bottom <= other.top + 0.01 ||
            other.bottom <= bank.top + 0.01,
        ).toBe(true);
    }
  });

  it('any number of cards lies within its bank', () => {
    for (const of of [1, 2, 5, 7, 10, 12])
      for (let nth = 0; nth < of; nth += 1) {
        const { x, y, scale } = cardPlace(laid, nth, of);
        expect(Math.abs(x) + (scale * CARD.width) / 2).toBeLessThanOrEqual(laid.slot.width / 2);
        expect(y + (scale * CARD.height) / 2).toBeLessThanOrEqual(laid.slot.y + laid.slot.height);
      }
  });

  it('no card hides the mark of another, whether in one row or two', () => {
    const mark = 20;
    for (const of of [2, 5, 7, 10])
      for (let nth = 1; nth < of; nth += 1) {
        const [one, next] = [cardPlace(laid, nth - 1, of), cardPlace(laid, nth, of)];
        const across = next.x - one.x >= next.scale * (CARD.width / 2 + mark) - 0.01;
        expect(across || next.y - one.y >= next.scale * CARD.height).toBe(true);
      }
  });

  it('whoever looks sits at the bottom', () => {
    const own = place(laid, 2, 2);
    for (const bank of [0, 1, 3, 4]) expect(place(laid, bank, 2).y).toBeLessThanOrEqual(own.y);
  });
});

it('fills a phone with banks a finger can touch', () => {
  const { banks } = edges(346, 232);
  for (const bank of banks) {
    expect(bank.right - bank.left).toBeGreaterThanOrEqual(100);
    expect(bank.bottom - bank.top).toBeGreaterThanOrEqual(100);
  }
});

it('makes use of a wide felt', () => {
  expect(felt(800, 560, 5).zoom).toBeGreaterThan(1.25);
});

it.each([0, 1, 2, 3, 4])('shows bank %i whole and from near by where the felt is low', (bank) => {
  const { laid, banks } = edges(346, 100);
  const [left, top, wide, high] = frame(laid, place(laid, bank, 2))
    .split(' ')
    .map(Number) as number[];
  expect(wide).toBeLessThan(346 * 0.6);
  const robbed = banks[bank]!;
  expect(robbed.left).toBeGreaterThanOrEqual(left! - 0.01);
  expect(robbed.right).toBeLessThanOrEqual(left! + wide! + 0.01);
  expect(robbed.top).toBeGreaterThanOrEqual(top! - 0.01);
  expect(robbed.bottom).toBeLessThanOrEqual(top! + high! + 0.01);
});
