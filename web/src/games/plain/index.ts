import { say } from '../../model/sentence';
import type { AnyEvent, AnyView } from '../../wire/types';
import { erased } from '../module';
import Board from './Board.svelte';

export default erased<AnyView, AnyEvent>({
  Board,
  Hand: null,
  Settlement: null,
  blank: (seats, _, me) => ({ type: 'View', me, seats, phase: '', actors: [] }),
  fold: (view) => view,
  tell: (event) => say('plain.told', { event: JSON.stringify(event) }),
  question: () => say('plain.asks'),
  standing: (view) => say('plain.standing', { phase: view.phase }),
  order: (view) => Array.from({ length: view.seats }, (_, seat) => seat),
  fortune: () => null,
  settles: () => false,
  account: () => null,
  brief: () => null,
  chapters: () => new Map(),
  occasion: () => say('table.settlement'),
  pace: () => 200,
  sound: () => null,
  curve: () => [],
});
