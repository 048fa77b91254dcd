/** The chips of a casino as stacks by value, the smallest first. */
export function stacks(chips: readonly number[]): { value: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const value of chips) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b).map(([value, count]) => ({ value, count }));
}

/** How the stacks of a casino are drawn: how large, where, and where each one's count is written. */
export interface Heaps {
  readonly chip: number;
  /** How much higher each chip of a stack lies. */
  readonly step: number;
  readonly places: readonly { x: number; y: number }[];
  readonly count: { x: number; y: number; 'text-anchor': 'middle' | 'start'; 'font-size': number };
}

/** One or two stacks side by side with their counts under them; more of them in a block, their counts beside them. */
export function heaps(many: number, size: number): Heaps {
  const unit = size / 76;
  if (many <= 2) {
    const places = Array.from({ length: many }, (_, at) => ({ x: (at - (many - 1) / 2) * 52 * unit, y: -25 * unit }));
    const count = { x: 0, y: 37 * unit, 'text-anchor': 'middle', 'font-size': 21 * unit } as const;
    return { chip: 21 * unit, step: 3.5 * unit, places, count };
  }
  const places = Array.from({ length: many }, (_, at) => ({
    x: (at % 2 ? 20 : -44) * unit,
    y: (at < 2 ? -40 : -6) * unit,
  }));
  const count = { x: 18 * unit, y: 7 * unit, 'text-anchor': 'start', 'font-size': 19 * unit } as const;
  return { chip: 16 * unit, step: 1 * unit, places, count };
}

export function total(chips: readonly number[]): number {
  return chips.reduce((sum, value) => sum + value, 0);
}
