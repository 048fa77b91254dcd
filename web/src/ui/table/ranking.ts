import type { GameModule } from '../../games/module';
import type { AnyView } from '../../wire/types';

export interface Ranked {
  readonly seat: number;
  readonly sum: number;
  /** 1 for whoever has most; equals share a place. */
  readonly place: number;
}

/** Everybody by what they are worth, the richest first. */
export function ranking(game: GameModule, view: AnyView): readonly Ranked[] {
  const worth = Array.from({ length: view.seats }, (_, seat) => game.fortune(view, seat)?.sum ?? 0);
  return worth
    .map((sum, seat) => ({ seat, sum, place: 1 + worth.filter((other) => other > sum).length }))
    .toSorted((a, b) => a.place - b.place);
}
