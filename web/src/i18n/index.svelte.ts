import { say, type Sentence, type Value } from '../model/sentence';
import { preferred, type Language, type Messages } from './language';
import { Speaker } from './speak';
import { recall, remember } from '../ui/memory';
import { isLanguage } from './language';

const files = import.meta.glob<Messages>('../../../messages/*.json', { import: 'default' });

/** Whoever spoke once keeps what was learned: reading the messages anew takes longer than drawing the page. */
const speakers = new Map<Language, Speaker>();
let speaker = $state.raw(new Speaker('en', {}));

export function currentLanguage(): Language {
  return speaker.language;
}

/** Change the language of everything on the page at once. */
export async function speak(language: Language): Promise<void> {
  speaker = speakers.get(language) ?? new Speaker(language, await files[`../../../messages/${language}.json`]!());
  speakers.set(language, speaker);
  document.documentElement.lang = language;
  document.title = t('app.title');
  remember('language', language);
}

export function begin(): Promise<void> {
  const kept = recall('language');
  return speak(isLanguage(kept) ? kept : preferred(navigator.languages));
}

export function t(key: string, values?: Readonly<Record<string, Value>>): string {
  return speaker.say(say(key, values));
}

export function tell(sentence: Sentence): string {
  return speaker.say(sentence);
}

export function sum(amount: number): string {
  return speaker.sum(amount);
}

export function list(items: readonly string[]): string {
  return speaker.list(items);
}

export function has(key: string): boolean {
  return speaker.has(key);
}
