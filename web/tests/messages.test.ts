import { readFileSync } from 'node:fs';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../src/i18n/language';

function messages(language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`../../messages/${language}.json`, import.meta.url), 'utf8'));
}

/** The names a message has to be given, however deep they stand. */
function placeholders(elements: readonly MessageFormatElement[]): Set<string> {
  const found = new Set<string>();
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.tag) throw new Error('messages have no tags');
    found.add(element.value);
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const option of Object.values(element.options))
        for (const name of placeholders(option.value)) found.add(name);
  }
  return found;
}

const english = messages('en');

describe.each(Object.keys(LANGUAGES))('%s', (language) => {
  const own = messages(language);

  it('has every message and no other', () => {
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
  });

  it('asks for the same values', () => {
    for (const [key, text] of Object.entries(own))
      expect([key, placeholders(parse(text, { ignoreTag: true }))]).toEqual([
        key,
        placeholders(parse(english[key]!, { ignoreTag: true })),
      ]);
  });

  it('has no apostrophe that ICU would read as a quote', () => {
    for (const [key, text] of Object.entries(own)) expect([key, text.includes("'")]).toEqual([key, false]);
  });
});
