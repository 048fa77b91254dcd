import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newestRun } from '../src/ui/table/settled';
import type { AnyEvent, Sync, Update } from '../src/wire/types';

function told(name: string): readonly AnyEvent[] {
  const file = new URL(`./fixtures/${name}.json`, import.meta.url);
  const frames: (Sync | Update)[] = JSON.parse(readFileSync(file, 'utf8')).frames;
  return frames.flatMap((frame) => frame.events as readonly AnyEvent[]);
}

describe('what was settled last', () => {
  const opens = ({ type }: AnyEvent) => type === 'CasinoOpened';
  const game = told('vabanque-3-seat');

  it('is the last round alone once the game is over', () => {
    const began = game.findLastIndex(({ type }) => type === 'PhaseBegan');
    const run = newestRun(game, opens);
    expect(run).toEqual(game.slice(began).filter(opens));
    expect(run.length).toBeGreaterThan(0);
    expect(game.filter(opens).length).toBeGreaterThan(run.length);
  });

  it('stays to be looked at until the next settlement', () => {
    const first = game.findIndex(opens);
    const next = game.findIndex(({ type }, at) => at > first && type === 'PhaseBegan');
    expect(newestRun(game.slice(0, next + 5), opens)).toEqual(game.slice(0, next).filter(opens));
  });

  it('is nothing before anything was settled', () => {
    expect(newestRun(game.slice(0, 3), opens)).toEqual([]);
  });

  it('is every robbery of the last round together', () => {
    const robs = ({ type }: AnyEvent) => type === 'BankRobbed';
    expect(newestRun(told('bankueberfall-3-seat'), robs)).toHaveLength(5);
  });
});
