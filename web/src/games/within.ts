/** What is wanted, as far as the bounds allow. */
export function within(least: number, wanted: number, most: number): number {
  return Math.max(least, Math.min(most, wanted));
}
