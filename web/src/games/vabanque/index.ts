import { say } from '../../model/sentence';
import { erased, type Sound } from '../module';
import Board from './Board.svelte';
import Hand from './Hand.svelte';
import Settlement from './Settlement.svelte';
import { account, chapters } from './account';
import { blank, fold } from './fold';
import { brief, leadsTo, question, standing, tell } from './tell';
import type { CasinoOpened, Event, View } from './types';

const SOUNDS: Partial<Record<Event['type'], Sound>> = {
  ChipPlaced: 'chip',
  CardLaid: 'card',
  PawnMoved: 'step',
  CasinoOpened: 'open',
  GameEnded: 'end',
};
const PACES: Partial<Record<Event['type'], number>> = {
  FirstDrawn: 900,
  PawnsStood: 700,
  PhaseBegan: 500,
  ChipPlaced: 620,
  CardLaid: 700,
  PawnMoved: 900,
  CardsReturned: 600,
  RoundPaid: 1200,
  OrderSet: 900,
};

export default erased<View, Event>({
  Board,
  Hand,
  // Only a casino that opens is ever handed to it.
  Settlement: Settlement as never,
  blank,
  fold,
  tell,
  question,
  leadsTo,
  standing,
  order: (view) => (view.order.length ? view.order : view.money.map((_, seat) => seat)),
  fortune: (view, seat) => ({ sum: view.money[seat] ?? 0, note: null }),
  settles: (event): event is CasinoOpened => event.type === 'CasinoOpened',
  occasion: (events) => {
    const opened = events.findLastIndex((event) => event.type === 'CasinoOpened');
    const began = events.slice(0, opened).findLast((event) => event.type === 'PhaseBegan');
    return say('vabanque.settled', { round: began?.round ?? 1 });
  },
  account,
  brief,
  chapters,
  pace: (event) => PACES[event.type] ?? 300,
  sound: (event) => SOUNDS[event.type] ?? null,
  curve: (events, seats) => [
    Array.from({ length: seats }, () => 0),
    ...events.flatMap((event) => (event.type === 'RoundPaid' ? [event.money] : [])),
  ],
});
