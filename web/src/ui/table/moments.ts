import type { AccountLine, GameModule, Names } from '../../games/module';
import type { Sentence } from '../../model/sentence';
import type { AnyEvent } from '../../wire/types';

/** A settlement that moved somebody far from the others, up or down. */
export interface Moment {
  /** Which settlement it was, of all, counted from 0. */
  readonly nth: number;
  readonly chapter: Sentence | null;
  readonly title: Sentence;
  /** Who gained or lost most in it, and why. */
  readonly line: AccountLine;
}

const SHOWN = 3;

/** The settlements in which somebody gained or lost most against the average of all, in the order of the game. */
export function moments(game: GameModule, events: readonly AnyEvent[], names: Names): readonly Moment[] {
  const chapters = game.chapters(events);
  let chapter: Sentence | null = null;
  let settled = 0;
  const swings = events.flatMap((event, at) => {
    chapter = chapters.get(at) ?? chapter;
    if (!game.settles(event)) return [];
    const nth = settled++;
    const account = game.account(event, names);
    if (!account) return [];
    const all = account.lines.reduce((sum, { seats, amount }) => sum + seats.length * amount, 0);
    const moved = account.lines.filter(({ amount }) => amount);
    const swing = Math.max(...moved.map(({ amount }) => Math.abs(amount - all / names.length)));
    const [line] = moved.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
    return line ? [{ nth, chapter, title: account.title, line, swing }] : [];
  });
  return swings
    .toSorted((a, b) => b.swing - a.swing)
    .slice(0, SHOWN)
    .toSorted((a, b) => a.nth - b.nth)
    .map(({ nth, chapter, title, line }) => ({ nth, chapter, title, line }));
}
