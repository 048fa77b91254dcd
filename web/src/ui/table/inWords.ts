import { currentLanguage, tell } from '../../i18n/index.svelte';
import type { AnyEvent } from '../../wire/types';
import type { GameModule, Names } from '../../games/module';

interface Said {
  readonly language: string;
  readonly names: string;
  readonly text: string | null;
}

const said = new WeakMap<AnyEvent, Said>();

/** An event as a line of text; null where there is nothing to say. Long games are told again at every move: once is enough. */
export function inWords(game: GameModule, event: AnyEvent, names: Names): string | null {
  const [language, known] = [currentLanguage(), names.join('\n')];
  const before = said.get(event);
  if (before?.language === language && before.names === known) return before.text;
  const sentence = game.tell(event, names);
  const text = sentence && tell(sentence);
  said.set(event, { language, names: known, text });
  return text;
}
