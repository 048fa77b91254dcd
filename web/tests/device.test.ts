import { describe, expect, it } from 'vitest';
import { blank, news, type Table } from '../src/model/table';

function seen(me: number | null, told: number): Table {
  const view = { type: 'View' as const, me, seats: 3, phase: 'chips', actors: [1] };
  return { ...blank('t'), view, told: Array.from({ length: told }, () => ({ type: 'Chip' })) };
}

describe('eyes', () => {
  it('of the same person see what happened since', () => {
    expect(news(seen(1, 2), seen(1, 5))).toHaveLength(3);
    expect(news(seen(null, 2), seen(null, 5))).toHaveLength(3);
  });

  it('of another person see the table anew, never as a continuation', () => {
    expect(news(seen(null, 2), seen(1, 5))).toBeNull();
    expect(news(seen(1, 2), seen(0, 5))).toBeNull();
  });
});
