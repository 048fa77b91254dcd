/** A share as people say it: so many of a hundred. */
export function percent(share: number): number {
  return Math.round(100 * share);
}
