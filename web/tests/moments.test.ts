import { expect, it } from 'vitest';
import type { GameModule } from '../src/games/module';
import { moments } from '../src/ui/table/moments';
import type { AnyEvent } from '../src/wire/types';

const NAMES = ['Ada', 'Bob', 'Cleo'];

/** A game in which an event is what it brings everybody. */
const game = {
  settles: ({ type }: AnyEvent) => type === 'Paid',
  chapters: () => new Map([[0, { key: 'chapter' }]]),
  account: (event: AnyEvent & { gains?: number[] }) => ({
    place: 0,
    title: { key: 'title' },
    cards: [],
    steps: [],
    lines: (event.gains ?? []).map((amount, seat) => ({ seats: [seat], why: null, amount })),
  }),
} as unknown as GameModule;

const paid = (...gains: number[]) => ({ type: 'Paid', gains }) as AnyEvent;

it('what decided a game is what moved somebody most, losses too, in the order it happened', () => {
  const events = [
    paid(0, 0, -29),
    paid(5, 5, 5),
    { type: 'Other' } as AnyEvent,
    paid(0, 3, 0),
    paid(11, 0, 0),
    paid(0, 8, 0),
  ];
  const found = moments(game, events, NAMES);
  expect(found.map(({ nth, line }) => [nth, line.seats[0], line.amount])).toEqual([
    [0, 2, -29],
    [3, 0, 11],
    [4, 1, 8],
  ]);
  expect(found[0]?.chapter).toEqual({ key: 'chapter' });
});

it('who lost most is told of, even if whoever lost least came off best', () => {
  const [moment] = moments(game, [paid(-9, -8, -1)], NAMES);
  expect([moment?.line.seats[0], moment?.line.amount]).toEqual([0, -9]);
});

it('nothing decided a game in which nobody was paid', () => {
  expect(moments(game, [paid(0, 0, 0)], NAMES)).toEqual([]);
});
