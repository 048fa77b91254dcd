import { say } from '../../model/sentence';
import { erased, type Sound } from '../module';
import Board from './Board.svelte';
import Hand from './Hand.svelte';
import Settlement from './Settlement.svelte';
import { chapters, robbery } from './account';
import { blank, fold } from './fold';
import { curve } from './curve';
import { brief, question, standing, tell } from './tell';
import type { Event, View } from './types';

const CREDIT = 10;
const SOUNDS: Partial<Record<Event['type'], Sound>> = {
  TileTurned: 'turn',
  CardPlaced: 'card',
  CardRevealed: 'card',
  RobberyCalled: 'step',
  BidSealed: 'chip',
  BankRobbed: 'open',
  GameEnded: 'end',
};
const PACES: Partial<Record<Event['type'], number>> = {
  FirstDrawn: 800,
  BankDealt: 250,
  HandDealt: 120,
  TileTurned: 800,
  CardPlaced: 800,
  CardSpied: 900,
  CardRevealed: 1000,
  RobberyCalled: 1000,
  BidSealed: 250,
  LastRoundBegan: 1500,
  NothingToDo: 900,
  Skipped: 700,
};

export default erased<View, Event>({
  Board,
  Hand,
  // Only a robbery is ever handed to it.
  Settlement: Settlement as never,
  blank,
  fold,
  tell,
  question,
  standing,
  order: (view) => view.coins.map((_, nth) => ((view.turn ?? 0) + nth) % view.seats),
  fortune: (view, seat) => {
    const hidden = view.options.screens && seat !== view.me && view.phase !== 'over';
    const credits = view.credits[seat] ?? 0;
    const coins = view.coins[seat] ?? 0;
    const over = view.phase === 'over';
    const note = credits ? say('bankueberfall.credits', { count: credits }) : null;
    const reckoned = over && credits ? say('bankueberfall.wealth', { coins, count: credits }) : null;
    return { sum: hidden ? null : coins - (over ? CREDIT * credits : 0), note, reckoned, coins: true };
  },
  answered: (view, seat) => view.phase === 'bids' && view.have_bid[seat] === true,
  settles: (event) => event.type === 'BankRobbed',
  occasion: (_, many) => say('bankueberfall.settled', { count: many }),
  account: (event, names) => (event.type === 'BankRobbed' ? robbery(event, names) : null),
  brief,
  chapters,
  pace: (event) => PACES[event.type] ?? 300,
  sound: (event) => SOUNDS[event.type] ?? null,
  curve,
});
