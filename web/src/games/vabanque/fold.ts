import { KINDS, type Card, type Event, type Kind, type View } from './types';

const CASINOS: Readonly<Record<number, number>> = { 3: 7, 4: 9, 5: 10, 6: 12 };

export function blank(seats: number, options: Readonly<Record<string, string>>, me: number | null): View {
  const casinos = CASINOS[seats] ?? 2 * seats;
  return {
    type: 'View',
    me,
    options: { type: 'Options', edition: options['edition'] === '2019' ? '2019' : 'classic', first: null },
    seats,
    round: 1,
    phase: 'first',
    order: [],
    turn: 0,
    actors: [],
    chips: Array.from({ length: casinos }, () => []),
    laid: Array.from({ length: casinos }, () => []),
    hand: me === null ? [] : KINDS,
    hand_sizes: Array.from({ length: seats }, () => KINDS.length),
    pawns: [],
    money: Array.from({ length: seats }, () => 0),
  };
}

export function fold(view: View, event: Event): View {
  switch (event.type) {
    case 'FirstDrawn':
      return { ...view, phase: 'stand', order: event.order, turn: 0, actors: [event.seat] };
    case 'PawnsStood':
      return { ...view, pawns: event.casinos };
    case 'PhaseBegan':
      return { ...view, round: event.round, phase: event.phase, turn: 0, actors: view.order.slice(0, 1) };
    case 'ChipPlaced':
      return passed({ ...view, chips: added(view.chips, event.casino, event.value) });
    case 'CardLaid': {
      const card: Card = { type: 'Card', owner: event.seat, kind: event.kind };
      const hand = event.seat === view.me ? without(view.hand, event.kind) : view.hand;
      const hand_sizes = view.hand_sizes.map((size, seat) => (seat === event.seat ? size - 1 : size));
      return passed({ ...view, laid: added(view.laid, event.casino, card), hand, hand_sizes });
    }
    case 'PawnMoved':
      return passed({ ...view, pawns: view.pawns.with(event.seat, event.casino) });
    case 'CasinoOpened':
      return { ...view, actors: [], laid: view.laid.with(event.casino, event.cards) };
    case 'CardsReturned':
      return { ...view, actors: [], laid: view.laid.with(event.casino, []) };
    case 'RoundPaid':
      return {
        ...view,
        money: event.money,
        laid: view.laid.map(() => []),
        hand: view.me === null ? [] : KINDS,
        hand_sizes: view.hand_sizes.map(() => KINDS.length),
      };
    case 'OrderSet':
      return { ...view, order: event.order };
    case 'GameEnded':
      return { ...view, phase: 'over', actors: [] };
  }
}

function passed(view: View): View {
  const turn = view.turn + 1;
  return { ...view, turn, actors: [view.order[turn % view.seats]!] };
}

function added<T>(stacks: readonly (readonly T[])[], at: number, item: T): readonly (readonly T[])[] {
  return stacks.with(at, [...stacks[at]!, item]);
}

function without(hand: readonly Kind[], kind: Kind | null): readonly Kind[] {
  const at = kind === null ? -1 : hand.indexOf(kind);
  return at < 0 ? hand : hand.toSpliced(at, 1);
}
