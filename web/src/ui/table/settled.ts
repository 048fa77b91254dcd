import type { AnyEvent } from '../../wire/types';

/** What begins a new phase: settlements before and after it do not belong together. */
const BEGINNINGS: readonly string[] = ['PhaseBegan', 'TileTurned', 'LastRoundBegan'];

/** The settlements of the newest phase that had any, out of everything that happened. */
export function newestRun(events: readonly AnyEvent[], settles: (event: AnyEvent) => boolean): readonly AnyEvent[] {
  const last = events.findLastIndex(settles);
  const begin = events.findLastIndex((event, at) => at < last && BEGINNINGS.includes(event.type));
  return events.slice(begin + 1, last + 1).filter(settles);
}
