import { expect, test } from 'vitest';
import type { GameModule } from '../src/games/module';
import { anyHeld } from '../src/ui/learn/openHands';
import type { AnyEvent } from '../src/wire/types';

/** A game in which everybody begins with one card, and an event takes somebody's away. */
const module = {
  blank: (_seats: number, _options: unknown, me: number) => ({ me, hand: ['trap'] }),
  fold: (view: { me: number; hand: string[] }, event: { seat: number }) =>
    event.seat === view.me ? { ...view, hand: [] } : view,
} as unknown as GameModule;

const laid = (...seats: number[]) => seats.map((seat) => ({ seat })) as unknown as AnyEvent[];

test('hands are worth a look while somebody else has a card', () => {
  expect(anyHeld(module, laid(0, 1), 3, 0)).toBe(true);
  expect(anyHeld(module, laid(1, 2), 3, 0)).toBe(false);
});
