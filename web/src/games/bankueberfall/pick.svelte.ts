import { placeable } from './square';

/** Which card of the hand has been picked up to be placed. */
class Pick {
  #picked: string | null = $state(null);

  kind(moves: readonly string[]): string | null {
    const kinds = placeable(moves);
    if (kinds.length === 1) return kinds[0]!;
    return this.#picked !== null && kinds.includes(this.#picked) ? this.#picked : null;
  }

  up(kind: string | null): void {
    this.#picked = kind;
  }
}

export const pick = new Pick();
