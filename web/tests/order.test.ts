import { expect, test } from 'vitest';
import { inOrder } from '../src/ui/front/order';

test('games with artwork come first, the others as the house has them', () => {
  const games = ['zero', 'bankueberfall', 'alpha', 'vabanque'].map((name) => ({ name }));
  expect(inOrder(games).map(({ name }) => name)).toEqual(['vabanque', 'bankueberfall', 'zero', 'alpha']);
});
