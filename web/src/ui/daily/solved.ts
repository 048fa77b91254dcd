import { recall, remember } from '../memory';

/** How an answer was, against the best: what a day is marked by. */
export type Mark = 'best' | 'near' | 'worse';

interface Solved {
  readonly move: string;
  readonly mark: Mark;
  /** Its place among all moves; not known of what was answered before places were kept. */
  readonly place?: number;
  readonly of?: number;
}

/** What this device remembers of challenges: the answers of the last days, and the days in a row. */
export interface Diary {
  /** By game and day, `vabanque 2026-03-14`. */
  readonly answers: Readonly<Record<string, Solved>>;
  /** The last day that was answered on the day itself, and how many in a row it ended. */
  readonly last: string;
  readonly row: number;
}

const EMPTY: Diary = { answers: {}, last: '', row: 0 };
const DAY = 86_400_000; // milliseconds

const at = (game: string, day: string): string => `${game} ${day}`;

function before(day: string): string {
  return new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
}

export function answered(diary: Diary, game: string, day: string): Solved | null {
  return diary.answers[at(game, day)] ?? null;
}

/** Days in a row, up to today or yesterday: until midnight a streak is not lost. */
export function streak(diary: Diary, today: string): number {
  return diary.last === today || diary.last === before(today) ? diary.row : 0;
}

/** With one more answer, which stays whatever is answered later; `days` can be had, the newest first. */
export function noted(diary: Diary, game: string, day: string, solved: Solved, days: readonly string[]): Diary {
  if (answered(diary, game, day)) return diary;
  const kept = Object.entries(diary.answers).filter(([key]) => days.some((one) => key.endsWith(one)));
  const answers = { ...Object.fromEntries(kept), [at(game, day)]: solved };
  if (day !== days[0] || day === diary.last) return { ...diary, answers };
  return { answers, last: day, row: streak(diary, day) + 1 };
}

export function diary(): Diary {
  try {
    const kept: unknown = JSON.parse(recall('daily') ?? 'null');
    return kept && typeof kept === 'object' ? { ...EMPTY, ...kept } : EMPTY;
  } catch {
    return EMPTY;
  }
}

export function note(game: string, day: string, solved: Solved, days: readonly string[]): void {
  remember('daily', JSON.stringify(noted(diary(), game, day, solved, days)));
}
