import { WITH_ARTWORK } from '../../games/registry';

/** Games by name, those with artwork first, otherwise in the order of the house. */
export function inOrder<G extends { readonly name: string }>(games: readonly G[]): readonly G[] {
  return games.toSorted((a, b) => place(a.name) - place(b.name));
}

function place(game: string): number {
  const at = WITH_ARTWORK.findIndex((name) => name === game);
  return at < 0 ? WITH_ARTWORK.length : at;
}
