import { BANKS, CYCLE, KINDS, TILES, type Card, type Event, type Kind, type Tile, type View } from './types';

const START_COINS = 10;
const ASKS: Readonly<Record<Tile, View['phase']>> = {
  placement: 'place',
  spy: 'spy',
  reveal: 'reveal',
  robbery: 'rob',
};

export function blank(seats: number, options: Readonly<Record<string, string>>, me: number | null): View {
  const everybody = Array.from({ length: seats });
  return {
    type: 'View',
    me,
    options: {
      type: 'Options',
      pay_past_unpaid: options['pay_past_unpaid'] === 'true',
      screens: options['screens'] !== 'false',
      fifth_seat: options['fifth_seat'] === 'true',
    },
    seats,
    phase: 'first',
    turn: null,
    actors: [],
    pile_size: 45,
    tiles: CYCLE,
    banks: Array.from({ length: BANKS }, () => []),
    hand: [],
    hand_sizes: everybody.map(() => 0),
    coins: everybody.map(() => START_COINS),
    credits: everybody.map(() => 0),
    target: null,
    bid: null,
    have_bid: everybody.map(() => false),
    last: [],
  };
}

export function fold(view: View, event: Event): View {
  switch (event.type) {
    case 'FirstDrawn':
      return { ...view, turn: event.seat };
    case 'BankDealt':
      return { ...drawn(view), banks: put(view, event.bank, event.kind, -1), target: null };
    case 'HandDealt':
      return dealt(drawn(view), event.seat, event.kind);
    case 'TilesShuffled':
      return { ...view, tiles: CYCLE };
    case 'TileTurned':
      return turned(view, event.seat, event.tile);
    case 'NothingToDo':
    case 'Skipped':
      return { ...view, actors: [] };
    case 'CardPlaced': {
      const hand = event.seat === view.me ? without(view.hand, event.kind) : view.hand;
      const hand_sizes = view.hand_sizes.with(event.seat, view.hand_sizes[event.seat]! - 1);
      return { ...view, actors: [], hand, hand_sizes, banks: put(view, event.bank, event.kind, event.seat) };
    }
    case 'CardSpied':
      return changed(view, event.bank, event.card, (card) => ({
        ...card,
        kind: event.kind ?? card.kind,
        spies: [...card.spies, event.seat],
      }));
    case 'CardRevealed':
      return changed(view, event.bank, event.card, (card) => ({ ...card, kind: event.kind, up: true }));
    case 'RobberyCalled':
      return asked({ ...view, target: event.bank });
    case 'BidSealed':
      return {
        ...view,
        have_bid: view.have_bid.with(event.seat, true),
        bid: event.seat === view.me ? event.amount : view.bid,
        actors: view.actors.filter((seat) => seat !== event.seat),
      };
    case 'BankRobbed':
      return robbed(view, event);
    case 'LastRoundBegan':
      return asked({ ...view, last: event.banks.slice(1), target: event.banks[0]! });
    case 'GameEnded':
      return { ...view, phase: 'over', actors: [], target: null };
  }
}

function robbed(view: View, event: Event & { type: 'BankRobbed' }): View {
  const after: View = {
    ...view,
    banks: view.banks.with(event.bank, []),
    coins: event.coins,
    credits: view.credits.map((credits, seat) => (event.in_credit.includes(seat) ? credits + 1 : credits)),
    actors: [],
    bid: null,
    have_bid: view.have_bid.map(() => false),
  };
  const [next, ...last] = view.last;
  return next === undefined ? { ...after, target: null } : asked({ ...after, target: next, last });
}

function asked(view: View): View {
  return {
    ...view,
    phase: 'bids',
    actors: view.hand_sizes.map((_, seat) => seat),
    bid: null,
    have_bid: view.have_bid.map(() => false),
  };
}

function turned(view: View, seat: number, tile: Tile): View {
  const at = TILES.indexOf(tile);
  return { ...view, turn: seat, phase: ASKS[tile], actors: [seat], tiles: view.tiles.with(at, view.tiles[at]! - 1) };
}

function drawn(view: View): View {
  return { ...view, pile_size: view.pile_size - 1 };
}

function dealt(view: View, seat: number, kind: Kind | null): View {
  const hand_sizes = view.hand_sizes.with(seat, view.hand_sizes[seat]! + 1);
  if (seat !== view.me || kind === null) return { ...view, hand_sizes };
  const hand = [...view.hand, kind].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b));
  return { ...view, hand_sizes, hand };
}

function put(view: View, bank: number, kind: Kind | null, by: number): View['banks'] {
  const card: Card = { type: 'Card', kind, by, up: false, spies: [] };
  return view.banks.with(bank, [...view.banks[bank]!, card]);
}

function changed(view: View, bank: number, at: number, change: (card: Card) => Card): View {
  const cards = view.banks[bank]!;
  return { ...view, actors: [], banks: view.banks.with(bank, cards.with(at, change(cards[at]!))) };
}

function without(hand: readonly Kind[], kind: Kind | null): readonly Kind[] {
  const at = kind === null ? -1 : hand.indexOf(kind);
  return at < 0 ? hand : hand.toSpliced(at, 1);
}
