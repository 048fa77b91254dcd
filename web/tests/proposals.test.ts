import { describe, expect, it } from 'vitest';
import { bankProposals, cardProposals } from '../src/games/bankueberfall/proposals';
import { blank } from '../src/games/vabanque/fold';
import { proposals } from '../src/games/vabanque/moves';

describe('where advice leads on the ring', () => {
  const view = { ...blank(3, {}, 1), pawns: [0, 5, 0], me: 1 };

  it('numbers the casinos of walks, from where the own pawn stands', () => {
    const last = view.chips.length - 1;
    expect([...proposals(view, ['move 0', `move ${last - 5 + 2}`])]).toEqual([
      [5, '1'],
      [1, '2'],
    ]);
  });

  it('gives a casino that several cards are proposed for all their numbers', () => {
    expect([...proposals(view, ['lay raise 4', 'lay trap 2', 'lay trap 4'])]).toEqual([
      [4, '1·3'],
      [2, '2'],
    ]);
  });
});

describe('where advice leads among the banks', () => {
  it('numbers banks and cards, and nothing for bids', () => {
    expect([...bankProposals(['place thief 3', 'rob 1', 'bid 4'])]).toEqual([
      [3, '1'],
      [1, '2'],
    ]);
    expect([...cardProposals(['spy 3 1', 'skip', 'reveal 0 2'])]).toEqual([
      ['3 1', '1'],
      ['0 2', '3'],
    ]);
  });
});
