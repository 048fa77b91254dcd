import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../src/i18n/language';
import { Speaker } from '../src/i18n/speak';
import { moveWords } from '../src/ui/kit/moveWords';

const MOVES: readonly (readonly [string, string])[] = [
  ['vabanque', 'stand 5'],
  ['vabanque', 'chip 3'],
  ['vabanque', 'lay trap 4'],
  ['vabanque', 'move 0'],
  ['vabanque', 'move 2'],
  ['bankueberfall', 'place policeman 2'],
  ['bankueberfall', 'spy 1 0'],
  ['bankueberfall', 'reveal 4 2'],
  ['bankueberfall', 'rob 3'],
  ['bankueberfall', 'bid 7'],
  ['bankueberfall', 'skip'],
];

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  const path = new URL(`../../messages/${language}.json`, import.meta.url);
  const speaker = new Speaker(language, JSON.parse(readFileSync(path, 'utf8')));

  it.each(MOVES)('%s %s is said in words', (game, move) => {
    const words = moveWords(game, move);
    if (typeof words === 'string') throw new Error(`${move} has no words`);
    const text = speaker.say(words);
    expect(text).not.toMatch(/[a-z]\.[a-z_]+\b|undefined|\{/);
  });
});

it('counts places and cards from 1, and steps and coins as they are', () => {
  expect(moveWords('bankueberfall', 'spy 3 0')).toEqual({ key: 'move.spy', values: { place: 4, nth: 1 } });
  expect(moveWords('vabanque', 'chip 0')).toEqual({ key: 'move.chip', values: { place: 1 } });
  expect(moveWords('vabanque', 'move 0')).toEqual({ key: 'move.move', values: { count: 0 } });
});

it('leaves a move that it does not know as it is written', () => {
  expect(moveWords('whist', 'trump hearts')).toBe('trump hearts');
  expect(moveWords('vabanque', 'lay trap')).toBe('lay trap');
});
