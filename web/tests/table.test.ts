import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EMPTY, advanced, caughtUp, queued, redrawn, skipped } from '../src/model/stage';
import { answering, blank, news, update, type Table } from '../src/model/table';
import type { AnyView, ServerFrame, Sync, Update } from '../src/wire/types';

const file = new URL('./fixtures/vabanque-3-seat.json', import.meta.url);
const [sync, ...updates]: [Sync, ...Update[]] = JSON.parse(readFileSync(file, 'utf8')).frames;

function heard(table: Table, ...frames: ServerFrame[]): Table {
  return frames.reduce(update, table);
}

const opened = heard(blank('t1'), sync);

describe('a table', () => {
  it('knows the newest view and everything told', () => {
    const table = heard(opened, ...updates);
    expect(table.view).toEqual(updates.at(-1)!.view);
    expect(table.told).toHaveLength([sync, ...updates].flatMap((frame) => frame.events).length);
  });

  it('is not changed by a frame that comes twice', () => {
    const table = heard(opened, updates[0]!);
    expect(heard(table, updates[0]!)).toBe(table);
  });

  it('sees a hole in the numbers and asks instead of guessing', () => {
    const table = heard(opened, updates[1]!);
    expect(table.hole).toBe(true);
    expect(table.seq).toBe(sync.seq);
  });

  it('follows a game from its start without asking again', () => {
    const waiting: Sync = { ...sync, seq: 0, since: -1, events: [], view: null, moves: [], asked: null };
    const begun: Update = { ...updates[0]!, since: -1, seq: 7 };
    const table = heard(blank('t1'), waiting, begun);
    expect([table.hole, table.seq]).toEqual([false, 7]);
  });

  it('is the same after a break as if there had been none', () => {
    const [first, second, third] = updates as [Update, Update, Update];
    const missed: Sync = {
      ...sync,
      ...third,
      type: 'sync',
      since: first.seq,
      events: [...second.events, ...third.events],
    };
    expect(heard(opened, first, missed)).toEqual(heard(opened, first, second, third));
  });

  it('knows what had happened when the page came: nothing where the game began later, all for other eyes', () => {
    const waiting: Sync = { ...sync, seq: 0, since: -1, events: [], view: null, moves: [], asked: null };
    const begun: Update = { ...updates[0]!, since: -1, seq: 7 };
    expect(heard(blank('t1'), waiting, begun).past).toBe(0);
    const later = heard(opened, ...updates);
    expect([opened.past, later.past]).toEqual([sync.events.length, sync.events.length]);
    const whole: Sync = { ...sync, events: [sync, ...updates].flatMap((frame) => frame.events) };
    expect(heard(later, whole).past).toBe(sync.events.length);
    expect(heard(later, { ...whole, seat: null }).past).toBe(later.told.length);
  });

  it('hears nothing of other tables', () => {
    expect(heard(opened, { ...updates[0]!, table: 'another' })).toBe(opened);
  });

  it('keeps an answer until its question is gone, and takes it back when it is refused', () => {
    const asked = heard(opened, ...updates.filter((one) => one.seq <= updates.find((two) => two.asked !== null)!.seq));
    const sent = answering(asked, { key: 'k', asked: asked.asked!, move: asked.moves[0]! });
    const next = updates.find((one) => one.since === asked.seq)!;
    expect(heard(sent, next).sent).toBeNull();
    const refused = heard(sent, { type: 'refused', table: 't1', key: 'k', rule: 'V9', sentence: 'no' });
    expect(refused.sent).toBeNull();
    expect(refused.refusal).toEqual({ rule: 'V9', sentence: 'no' });
  });

  it('tells what is new, and that a first look has no news', () => {
    expect(news(blank('t1'), opened)).toBeNull();
    expect(news(opened, heard(opened, updates[0]!))).toEqual(updates[0]!.events);
  });
});

describe('a stage', () => {
  const view = sync.view as AnyView;
  const truth = { ...view, phase: 'over' };
  const events = [{ type: 'A' }, { type: 'B' }];
  const fold = (before: AnyView) => before;

  it('plays events one by one and ends at the truth', () => {
    let stage = queued(redrawn(view, 3), events, truth);
    expect(stage.shown).toBe(view);
    stage = advanced(stage, fold, () => false);
    expect([stage.played, caughtUp(stage)]).toEqual([4, false]);
    stage = advanced(stage, fold, () => false);
    expect([stage.played, caughtUp(stage), stage.shown]).toEqual([5, true, truth]);
  });

  it('holds a settlement until somebody goes on', () => {
    let stage = advanced(queued(redrawn(view, 0), events, truth), fold, (event) => event.type === 'A');
    expect(stage.held).toEqual({ type: 'A' });
    stage = advanced(stage, fold, () => false);
    expect(stage.held).toBeNull();
  });

  it('skips to now without losing a line of the log', () => {
    const stage = skipped(queued(redrawn(view, 3), events, truth));
    expect([stage.shown, stage.played, caughtUp(stage)]).toEqual([truth, 5, true]);
  });

  it('shows the truth at once when there is nothing to play', () => {
    expect(queued(EMPTY, [], truth).shown).toBe(truth);
  });
});
