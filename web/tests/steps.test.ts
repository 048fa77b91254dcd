import { describe, expect, it } from 'vitest';
import { countSteps, stepOf } from '../src/ui/learn/steps';

describe('the steps of a first round', () => {
  it('are counted from 1 to the last', () => {
    expect(['stand', 'chips', 'cards', 'pawns', 'settle', 'done'].map((advice) => stepOf('vabanque', advice))).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    for (const game of ['vabanque', 'bankueberfall']) expect(stepOf(game, 'done')).toBe(countSteps(game));
  });

  it('do not go on while others play', () => {
    expect(stepOf('bankueberfall', '')).toBe(0);
    expect(stepOf('bankueberfall', 'spy')).toBe(stepOf('bankueberfall', 'place'));
  });
});
