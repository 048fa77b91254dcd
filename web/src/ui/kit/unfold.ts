import type { Account } from '../../games/module';
import { factor } from '../settings/settings.svelte';

/** Milliseconds at normal speed: from one part to the next, and for all of them together at most. */
const BEAT = 450;
const ALL = 2700;

/** When each part of a settlement comes, in milliseconds after it began. */
export interface Unfolding {
  card(nth: number): number;
  step(nth: number): number;
  line(nth: number): number;
}

/** Cards are turned one after another, then the sum is worked out, then it is paid; null where nothing moves. */
export function unfolding({ cards, steps, lines }: Account): Unfolding | null {
  const hidden = cards.filter(({ open }) => !open).length;
  const beat = Math.min(BEAT, ALL / (1 + hidden + steps.length + lines.length)) * factor();
  if (!beat) return null;
  return {
    card: (nth) => beat * (1 + cards.slice(0, nth).filter(({ open }) => !open).length),
    step: (nth) => beat * (1 + hidden + nth),
    line: (nth) => beat * (1 + hidden + steps.length + nth),
  };
}
