import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as bankueberfall from '../src/games/bankueberfall/account';
import { tell } from '../src/games/bankueberfall/tell';
import * as vabanque from '../src/games/vabanque/account';
import type { Account, Names } from '../src/games/module';
import type { BankRobbed, Kind } from '../src/games/bankueberfall/types';
import { LANGUAGES, type Language } from '../src/i18n/language';
import { Speaker } from '../src/i18n/speak';
import type { Sentence } from '../src/model/sentence';
import type { AnyEvent, Sync, Update } from '../src/wire/types';

function read(path: string) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

function told(name: string): { names: Names; events: readonly AnyEvent[] } {
  const frames: [Sync, ...Update[]] = read(`./fixtures/${name}.json`).frames;
  const names = frames[0].lobby.chairs.map((chair) => chair.name);
  return { names, events: frames.flatMap((frame): readonly AnyEvent[] => frame.events) };
}

/** What each seat gains by an account; null where it is not in it, and fails where it is twice. */
function gains(account: Account, seats: number): readonly (number | null)[] {
  return Array.from({ length: seats }, (_, seat) => {
    const lines = account.lines.filter((line) => line.seats.includes(seat));
    expect(lines.length).toBeLessThan(2);
    return lines[0]?.amount ?? null;
  });
}

function kindOf(name: Sentence | null): Kind {
  return name!.key.split('.').at(-1) as Kind;
}

describe('a robbery', () => {
  const { names, events } = told('bankueberfall-3-seat');
  const robberies = events.filter((event): event is BankRobbed => event.type === 'BankRobbed');

  it('names everybody once, with what they gained', () => {
    expect(robberies.length).toBeGreaterThan(5);
    for (const event of robberies) {
      const account = bankueberfall.robbery(event, names);
      expect(gains(account, 3)).toEqual(event.received.map((got, seat) => got - event.lost[seat]!));
    }
  });

  it('tells of all who fall below 10 together, once', () => {
    const [event] = robberies;
    const poor = bankueberfall.robbery({ ...event!, in_credit: [0, 2] }, names);
    expect(poor.aftermath?.seats).toEqual([0, 2]);
    const speaker = new Speaker('en', read('../../messages/en.json'));
    const both = `${names[0]} and ${names[2]} fall below 10: 10 coins and a red credit coin each.`;
    expect(speaker.say(poor.aftermath!.text)).toBe(both);
    const told = speaker.say(tell({ ...event!, in_credit: [0, 2] }, names)!);
    expect(told.endsWith(both)).toBe(true);
    expect(bankueberfall.robbery({ ...event!, in_credit: [] }, names).aftermath).toBeNull();
  });

  it('crosses out as many cards as are sent away, each at its step, but never who decides it', () => {
    for (const event of robberies) {
      const { cards } = bankueberfall.robbery(event, names);
      for (const [step, { gone }] of event.clearings.entries()) {
        const decides = cards.filter(({ actsAt, name }) => actsAt === step && gone.includes(kindOf(name)));
        expect(cards.filter(({ goneAt }) => goneAt === step)).toHaveLength(gone.length - decides.length);
      }
      for (const { goneAt, actsAt } of cards) expect(goneAt === null || actsAt === null).toBe(true);
    }
  });

  it('puts whoever decides it in the light', () => {
    const verbs = ['seductress clears', 'policeman closes', 'detectives reverse', 'thieves take'];
    const steps = robberies.flatMap((event) => {
      const { cards } = bankueberfall.robbery(event, names);
      return event.clearings.flatMap(({ effect }, step) =>
        verbs.includes(effect) ? [cards.filter(({ actsAt }) => actsAt === step).length] : [],
      );
    });
    expect(steps.length).toBeGreaterThan(0);
    expect(Math.min(...steps)).toBeGreaterThan(0);
  });
});

it('a round pays what its casinos paid', () => {
  const { names, events } = told('vabanque-6-seat');
  let sums = names.map(() => 0);
  let rounds = 0;
  for (const event of events) {
    const account = vabanque.account(event as never, names);
    if (!account) continue;
    const gained = gains(account, names.length);
    if (account.place !== null) sums = sums.map((sum, seat) => sum + (gained[seat] ?? 0));
    else {
      expect(gained).toEqual(sums);
      sums = names.map(() => 0);
      rounds += 1;
    }
  }
  expect(rounds).toBe(4);
});

it('a game has its chapters', () => {
  const rounds = vabanque.chapters(told('vabanque-3-seat').events as never);
  expect([...rounds.values()].map(({ values }) => values?.['round'])).toEqual([1, 2, 3, 4]);
  const robberies = [...bankueberfall.chapters(told('bankueberfall-3-seat').events as never).values()];
  expect(robberies.at(-1)).toEqual({ key: 'bankueberfall.chapter.last' });
  expect(robberies.slice(0, -1).map(({ values }) => values?.['nth'])).toEqual(
    robberies.slice(0, -1).map((_, nth) => nth + 1),
  );
});

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  const speaker = new Speaker(language, read(`../../messages/${language}.json`));
  const said = (sentence: Sentence | string | null | undefined): string =>
    !sentence || typeof sentence === 'string' ? '' : speaker.say(sentence);

  it('every account can be read', () => {
    const games = { 'vabanque-6-seat': vabanque.account, 'bankueberfall-3-seat': accountOfRobbery };
    for (const [name, account] of Object.entries(games)) {
      const { names, events } = told(name);
      const found = events.flatMap((event) => account(event as never, names) ?? []);
      const texts = found.flatMap(({ title, cards, steps, lines }) => [
        said(title),
        ...cards.map((card) => said(card.name)),
        ...steps.flatMap(({ text, formula }) => [said(text), said(formula)]),
        ...lines.map(({ why }) => said(why)),
      ]);
      expect(texts.join('\n')).not.toMatch(/[a-z]\.[a-z_]+\b|undefined|\{/);
    }
  });
});

function accountOfRobbery(event: AnyEvent, names: Names): Account | null {
  return event.type === 'BankRobbed' ? bankueberfall.robbery(event as BankRobbed, names) : null;
}
