import type { AnyEvent, AnyView } from '../wire/types';

/**
 * What the screen shows while it catches up with what the house told: the board as it was, and the events still to be
 * played on it one by one. When none is left, the board is exactly the newest view.
 */
export interface Stage {
  readonly shown: AnyView | null;
  readonly waiting: readonly AnyEvent[];
  /** The newest view, which replaces whatever the events led to. */
  readonly truth: AnyView | null;
  /** How many events have been played: the log shows so many. */
  readonly played: number;
  /** The event now being looked at; it stays until somebody or the clock goes on. */
  readonly held: AnyEvent | null;
}

export type Fold = (view: AnyView, event: AnyEvent) => AnyView;

export const EMPTY: Stage = { shown: null, waiting: [], truth: null, played: 0, held: null };

export function redrawn(view: AnyView | null, played: number): Stage {
  return { shown: view, waiting: [], truth: view, played, held: null };
}

export function queued(stage: Stage, events: readonly AnyEvent[], truth: AnyView | null): Stage {
  const waiting = [...stage.waiting, ...events];
  return waiting.length || stage.held ? { ...stage, waiting, truth } : { ...stage, waiting, truth, shown: truth };
}

/** Play the next event; it is held for a look where `hold` says so. */
export function advanced(stage: Stage, fold: Fold, hold: (event: AnyEvent) => boolean): Stage {
  const [event, ...waiting] = stage.waiting;
  if (event === undefined) return { ...stage, held: null, shown: stage.truth };
  const shown = waiting.length || stage.shown === null ? folded(stage.shown, event, fold) : stage.truth;
  return { ...stage, waiting, shown, played: stage.played + 1, held: hold(event) ? event : null };
}

/** Everything at once: what was not shown is in the log. */
export function skipped(stage: Stage): Stage {
  return redrawn(stage.truth, stage.played + stage.waiting.length);
}

export function caughtUp(stage: Stage): boolean {
  return stage.waiting.length === 0 && stage.held === null;
}

function folded(view: AnyView | null, event: AnyEvent, fold: Fold): AnyView | null {
  return view === null ? null : fold(view, event);
}
