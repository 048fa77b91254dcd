import type { Account, GameModule, Names } from '../../games/module';
import { say, type Sentence } from '../../model/sentence';
import type { AnyEvent } from '../../wire/types';
import { inWords } from './inWords';

export interface Entry {
  /** The number of its event, of all that were told. */
  readonly at: number;
  readonly text: string;
  /** Who did it, where somebody did. */
  readonly seat: number | null;
  /** A new phase within the chapter. */
  readonly heading: boolean;
  /** What was paid, line by line, instead of the sentence. */
  readonly account: Account | null;
  /** So many times in a row. */
  times: number;
}

export interface Chapter {
  readonly title: Sentence;
  readonly entries: Entry[];
}

const HEADINGS: readonly string[] = ['PhaseBegan', 'TilesShuffled', 'LastRoundBegan'];

/** Everything that happened, put down by the parts of the game: rounds, or what leads to a robbery. */
export function chronicle(game: GameModule, events: readonly AnyEvent[], names: Names): readonly Chapter[] {
  const begins = game.chapters(events);
  const chapters: Chapter[] = [];
  for (const [at, event] of events.entries()) {
    const title = begins.get(at) ?? (chapters.length ? null : say('log.before'));
    if (title) chapters.push({ title, entries: [] });
    const text = inWords(game, event, names);
    if (text === null) continue;
    const { entries } = chapters.at(-1)!;
    const last = entries.at(-1);
    if (last?.text === text) last.times += 1;
    else
      entries.push({
        at,
        text,
        seat: actor(event),
        heading: HEADINGS.includes(event.type),
        account: game.account(event, names),
        times: 1,
      });
  }
  return chapters;
}

function actor(event: AnyEvent): number | null {
  return 'seat' in event && typeof event.seat === 'number' ? event.seat : null;
}
