/** The places that moves lead to, each with the numbers of those moves, counted from 1. */
export function marked<Place>(
  moves: readonly string[],
  leads: (move: string) => readonly Place[],
): ReadonlyMap<Place, string> {
  const found = new Map<Place, string>();
  for (const [nth, move] of moves.entries())
    for (const place of leads(move)) {
      const before = found.get(place);
      found.set(place, before === undefined ? `${nth + 1}` : `${before}·${nth + 1}`);
    }
  return found;
}
