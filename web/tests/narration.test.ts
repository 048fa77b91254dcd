import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as bankueberfall from '../src/games/bankueberfall/tell';
import * as vabanque from '../src/games/vabanque/tell';
import { LANGUAGES, type Language } from '../src/i18n/language';
import { Speaker } from '../src/i18n/speak';
import type { Sentence } from '../src/model/sentence';
import type { AnyEvent, Sync, Update } from '../src/wire/types';

type Tell = (event: never, names: readonly string[]) => Sentence | null;
const TELLS: Record<string, Tell> = { vabanque: vabanque.tell, bankueberfall: bankueberfall.tell };
const BRIEFS: Record<string, (event: never) => Sentence | null> = {
  vabanque: vabanque.brief,
  bankueberfall: bankueberfall.brief,
};
const GAMES = ['vabanque-6-seat', 'bankueberfall-3-seat'];

function read(path: string) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  const speaker = new Speaker(language, read(`../../messages/${language}.json`));

  it.each(GAMES)('%s is told in few words too, without a name', (name) => {
    const frames: [Sync, ...Update[]] = read(`./fixtures/${name}.json`).frames;
    const brief = BRIEFS[frames[0].lobby.game]!;
    const briefs = frames
      .flatMap((frame): readonly AnyEvent[] => frame.events)
      .flatMap((event) => brief(event as never) ?? []);
    expect(briefs.length).toBeGreaterThan(50);
    for (const sentence of briefs) expect(speaker.say(sentence)).not.toMatch(/[a-z]\.[a-z_]+\b|undefined|\{/);
  });

  it.each(GAMES)('%s is told from its first event to its last', (name) => {
    const frames: [Sync, ...Update[]] = read(`./fixtures/${name}.json`).frames;
    const names = frames[0].lobby.chairs.map((chair) => chair.name);
    const tell = TELLS[frames[0].lobby.game]!;
    for (const event of frames.flatMap((frame): readonly AnyEvent[] => frame.events)) {
      const sentence = tell(event as never, names);
      expect(sentence, event.type).not.toBeNull();
      const text = speaker.say(sentence!);
      expect(text).not.toMatch(/[a-z]\.[a-z_]+\b|undefined|\{/);
      if ('seat' in event) expect(text).toContain(names[event.seat as number]);
    }
  });
});
