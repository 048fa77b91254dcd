/** A settlement that moved somebody far from the others. */
export interface Moment {
  readonly nth: number;
  readonly name: string;
  readonly gain: number;
}

const SHOWN = 3;

/** The settlements in which one person gained most on the average of the others, in the order of the game. */
export function moments(points: readonly (readonly number[])[], names: readonly string[]): readonly Moment[] {
  const swings = points.slice(1).flatMap((after, at) => {
    const gains = after.map((worth, seat) => worth - (points[at]![seat] ?? 0));
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length);
    const best = gains.indexOf(Math.max(...gains));
    const gain = gains[best] ?? 0;
    return gain > 0 ? [{ nth: at + 1, name: names[best] ?? `${best}`, gain, swing: gain - mean }] : [];
  });
  return swings
    .toSorted((a, b) => b.swing - a.swing)
    .slice(0, SHOWN)
    .toSorted((a, b) => a.nth - b.nth)
    .map(({ nth, name, gain }) => ({ nth, name, gain }));
}
