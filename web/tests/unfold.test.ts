import { expect, it } from 'vitest';
import type { Account } from '../src/games/module';
import { unfolding } from '../src/ui/kit/unfold';
import { set } from '../src/ui/settings/settings.svelte';

const card = (open: boolean) => ({ name: null, owner: null, open, goneAt: null, actsAt: null });
const account = (hidden: number, lines: number): Account => ({
  place: 0,
  title: { key: '' },
  cards: [card(true), ...Array.from({ length: hidden }, () => card(false))],
  steps: [{}, {}],
  lines: Array.from({ length: lines }, (_, seat) => ({ seats: [seat], why: null, amount: 1 })),
  aftermath: null,
});

it('turns the hidden cards first, then works out the sum, then pays', () => {
  const when = unfolding(account(2, 3))!;
  const times = [when.card(1), when.card(2), when.step(0), when.step(1), when.line(0), when.line(1), when.line(2)];
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
});

it('takes little longer however much there is to see', () => {
  expect(unfolding(account(12, 6))!.line(5)).toBeLessThan(3000);
});

it('moves nothing where nothing shall move', () => {
  set('speed', 'off');
  expect(unfolding(account(2, 3))).toBeNull();
});
