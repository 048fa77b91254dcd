import type { Lobby } from '../../wire/types';
import { recall, remember } from '../memory';

/** A finished game this browser saw to its end. */
export interface Played {
  readonly table: string;
  readonly game: string;
  readonly when: number;
  readonly options?: Readonly<Record<string, string>>;
  /** How it ended, the winner first. */
  readonly people?: readonly Finisher[];
}

export interface Finisher {
  readonly seat: number;
  readonly name: string;
  readonly sum: number;
  readonly place: number;
  /** Whoever used this browser. */
  readonly me: boolean;
}

const KEPT = 40;

export function played(): readonly Played[] {
  try {
    const list: unknown = JSON.parse(recall('played') ?? '[]');
    return Array.isArray(list) ? (list as Played[]) : [];
  } catch {
    return [];
  }
}

/** The list without one game; the house keeps its record all the same. */
export function forgetPlayed(table: string): readonly Played[] {
  const others = played().filter((one) => one.table !== table);
  remember('played', JSON.stringify(others));
  return others;
}

/** Keep it once: looked at again it is no newer. */
export function notePlayed({ table, game, options }: Lobby, people: readonly Finisher[]): void {
  const before = played();
  if (before.some((one) => one.table === table)) return;
  remember('played', JSON.stringify([{ table, game, when: Date.now(), options, people }, ...before].slice(0, KEPT)));
}
