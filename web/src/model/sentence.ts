/** Something to say, before a language is chosen: so that everything said can be said again in another one. */
export type Value =
  | string
  | number
  | { readonly term: string } // a word of a game, itself a message
  | Sentence
  | { readonly list: readonly Value[] }
  | { readonly sum: number }; // money or points, written the way of the language

export interface Sentence {
  readonly key: string;
  readonly values?: Readonly<Record<string, Value>>;
}

/** Records and moves count places and cards from 0, people from 1. */
export function counted(at: number): number {
  return at + 1;
}

export function say(key: string, values?: Readonly<Record<string, Value>>): Sentence {
  return values ? { key, values } : { key };
}
