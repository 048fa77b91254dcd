import { recall, remember } from '../memory';

/** A finished game this browser saw to its end. */
export interface Played {
  readonly table: string;
  readonly game: string;
  readonly when: number;
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

export function notePlayed(table: string, game: string): void {
  const others = played().filter((one) => one.table !== table);
  remember('played', JSON.stringify([{ table, game, when: Date.now() }, ...others].slice(0, KEPT)));
}
