import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as bankueberfall from '../src/games/bankueberfall/fold';
import * as vabanque from '../src/games/vabanque/fold';
import type { AnyEvent, AnyView, Sync, Update } from '../src/wire/types';

interface Folding {
  fold: (view: never, event: never) => unknown;
  blank: (seats: number, options: Record<string, string>, me: number | null) => unknown;
}
const FOLDS: Record<string, Folding> = { vabanque, bankueberfall };
const GAMES = ['vabanque-3-seat', 'vabanque-6-seat', 'bankueberfall-3-seat', 'bankueberfall-2-onlooker'];

function frames(name: string): [Sync, ...Update[]] {
  const file = new URL(`./fixtures/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).frames;
}

/** What a fold may leave open between two decisions, because no board draws it. */
function drawn(view: AnyView): unknown {
  return { ...view, phase: view.phase === 'over' ? 'over' : 'running', turn: undefined };
}

describe.each(GAMES)('%s', (name) => {
  const [sync, ...updates] = frames(name);
  const { fold, blank } = FOLDS[sync.lobby.game]!;
  const play = (view: AnyView, events: readonly AnyEvent[]) =>
    events.reduce<AnyView>((before, event) => fold(before as never, event as never) as AnyView, view);

  it('is drawn from its events as the house says it stands', () => {
    let view = sync.view!;
    for (const update of updates) {
      expect(drawn(play(view, update.events))).toEqual(drawn(update.view));
      view = update.view;
    }
  });

  it('is drawn from nothing up to the first decision', () => {
    const start = blank(sync.lobby.seats, sync.lobby.options, sync.seat) as AnyView;
    expect(play(start, sync.events)).toEqual(sync.view);
  });
});
