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
  /** What several did in turn, instead of sentences; what one did in a row stands together. */
  readonly briefs: Brief[];
  /** So many times in a row. */
  times: number;
}

export interface Brief {
  readonly seat: number;
  readonly deeds: { readonly words: Sentence; times: number }[];
}

export interface Chapter {
  readonly title: Sentence;
  readonly entries: Entry[];
}

const HEADINGS: readonly string[] = ['PhaseBegan', 'TilesShuffled', 'LastRoundBegan'];

/** What is told again by the settlement that follows, and at once by the players' own plates. */
const UNTOLD: readonly string[] = ['BidSealed'];

/** Everything that happened, put down by the parts of the game: rounds, or what leads to a robbery. */
export function chronicle(game: GameModule, events: readonly AnyEvent[], names: Names): readonly Chapter[] {
  const begins = game.chapters(events);
  const chapters: Chapter[] = [];
  for (const [at, event] of events.entries()) {
    const title = begins.get(at) ?? (chapters.length ? null : say('log.before'));
    if (title) chapters.push({ title, entries: [] });
    const text = UNTOLD.includes(event.type) ? null : inWords(game, event, names);
    if (text !== null) add(chapters.at(-1)!.entries, entry(game, event, at, text, names));
  }
  return chapters;
}

function entry(game: GameModule, event: AnyEvent, at: number, text: string, names: Names): Entry {
  const seat = actor(event);
  const words = game.brief(event);
  return {
    at,
    text,
    seat,
    heading: HEADINGS.includes(event.type),
    account: game.account(event, names),
    briefs: words && seat !== null ? [{ seat, deeds: [{ words, times: 1 }] }] : [],
    times: 1,
  };
}

/** Put it below the others, or beside the last one where they belong together. */
function add(entries: Entry[], next: Entry): void {
  const last = entries.at(-1);
  if (last?.briefs.length && next.briefs.length) next.briefs.forEach((brief) => join(last.briefs, brief));
  else if (last?.text === next.text) last.times += 1;
  else entries.push(next);
}

/** Whether it tells more than one thing, so that few words each must do. */
export function isBrief({ briefs }: Entry): boolean {
  return briefs.reduce((sum, { deeds }) => sum + deeds.reduce((all, { times }) => all + times, 0), 0) > 1;
}

function join(briefs: Brief[], next: Brief): void {
  const last = briefs.at(-1);
  if (last?.seat !== next.seat) return void briefs.push(next);
  for (const deed of next.deeds) {
    const before = last.deeds.at(-1);
    if (before && JSON.stringify(before.words) === JSON.stringify(deed.words)) before.times += 1;
    else last.deeds.push(deed);
  }
}

function actor(event: AnyEvent): number | null {
  return 'seat' in event && typeof event.seat === 'number' ? event.seat : null;
}
