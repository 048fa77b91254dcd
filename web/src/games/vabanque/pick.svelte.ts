import { layable } from './moves';

/** Which card of the hand has been picked up to be laid; the last one left needs no picking. */
class Pick {
  #picked: string | null = $state(null);

  kind(moves: readonly string[]): string | null {
    const kinds = layable(moves);
    if (kinds.length === 1) return kinds[0]!;
    return this.#picked !== null && kinds.includes(this.#picked) ? this.#picked : null;
  }

  up(kind: string | null): void {
    this.#picked = kind;
  }
}

export const pick = new Pick();
