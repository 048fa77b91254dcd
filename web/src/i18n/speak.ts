import { IntlMessageFormat } from 'intl-messageformat';
import type { Sentence, Value } from '../model/sentence';
import type { Language, Messages } from './language';

/** Says sentences in one language. */
export class Speaker {
  readonly #formats = new Map<string, IntlMessageFormat>();
  readonly #number: Intl.NumberFormat;
  readonly #list: Intl.ListFormat;

  constructor(
    readonly language: Language,
    readonly messages: Messages,
  ) {
    this.#number = new Intl.NumberFormat(language, { useGrouping: 'always' });
    this.#list = new Intl.ListFormat(language, { type: 'conjunction' });
  }

  say(sentence: Sentence): string {
    const text = this.messages[sentence.key];
    // The key itself, so that a missing message is seen and not silently empty.
    if (text === undefined) return sentence.key;
    if (!text.includes('{')) return text;
    let format = this.#formats.get(sentence.key);
    if (!format) {
      format = new IntlMessageFormat(text, this.language, undefined, { ignoreTag: true });
      this.#formats.set(sentence.key, format);
    }
    const values = Object.entries(sentence.values ?? {}).map(([name, value]) => [name, this.#value(value)]);
    return String(format.format(Object.fromEntries(values)));
  }

  has(key: string): boolean {
    return key in this.messages;
  }

  sum(amount: number): string {
    return this.#number.format(amount);
  }

  list(items: readonly string[]): string {
    return this.#list.format(items);
  }

  #value(value: Value): string | number {
    if (typeof value !== 'object') return value;
    if ('key' in value) return this.say(value);
    if ('term' in value) return this.say({ key: value.term });
    if ('list' in value) return this.#list.format(value.list.map((item) => String(this.#value(item))));
    return this.sum(value.sum);
  }
}
