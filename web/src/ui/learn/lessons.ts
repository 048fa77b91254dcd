import type { BankRobbed, Card as BankCard, Kind as BankKind } from '../../games/bankueberfall/types';
import type { CasinoOpened, Earning, Kind } from '../../games/vabanque/types';
import type { AnyEvent } from '../../wire/types';

/** The worked examples of the rule books, as questions: what does one person gain here? */
export interface Lesson {
  readonly id: string;
  readonly event: AnyEvent;
  readonly seat: number;
  /** Sums, or words of the question's own. */
  readonly choices: readonly (number | string)[];
  readonly answer: number | string;
}

export const NAMES = ['Adriano', 'Benedetta', 'Carlotta', 'Donaldo', 'Emilia', 'Fausto'];
const THOUSAND = 1000;

function earning(seat: number, part: Partial<Earning>): Earning {
  const whole = { type: 'Earning' as const, seat, pawn: 0, trapped_by: [], victims: [], trap: 0, total: 0, ...part };
  return { ...whole, total: whole.pawn + whole.trap };
}

function casino(
  number: number,
  chips: number,
  cards: readonly (readonly [number, Kind | null])[],
  pawns: readonly number[],
  earnings: readonly Earning[],
): CasinoOpened {
  const raises = cards.filter(([, kind]) => kind === 'raise').map(([owner]) => owner);
  return {
    type: 'CasinoOpened',
    casino: number,
    cards: cards.map(([owner, kind]) => ({ type: 'Card', owner, kind })),
    pawns: [...pawns],
    chips,
    raises,
    value: chips * (1 + raises.length),
    earnings: [...earnings],
  };
}

const VABANQUE: readonly Lesson[] = [
  {
    id: 'raise',
    event: casino(
      4,
      20,
      [
        [2, 'raise'],
        [3, 'raise'],
      ],
      [0, 1],
      [earning(0, { pawn: 60 * THOUSAND }), earning(1, { pawn: 60 * THOUSAND })],
    ),
    seat: 0,
    choices: [20_000, 60_000, 80_000],
    answer: 60_000,
  },
  {
    id: 'own_trap',
    event: casino(
      2,
      15,
      [
        [0, 'raise'],
        [2, 'raise'],
        [1, 'trap'],
        [3, 'bluff'],
      ],
      [1, 0],
      [earning(1, { pawn: 45 * THOUSAND, victims: [0], trap: 45 * THOUSAND }), earning(0, { trapped_by: [1] })],
    ),
    seat: 1,
    choices: [0, 45_000, 90_000],
    answer: 90_000,
  },
  {
    id: 'many',
    event: casino(
      6,
      35,
      [
        [4, 'raise'],
        [2, 'trap'],
      ],
      [2, 3, 1],
      [
        earning(2, { pawn: 70 * THOUSAND, victims: [3, 1], trap: 140 * THOUSAND }),
        earning(3, { trapped_by: [2] }),
        earning(1, { trapped_by: [2] }),
      ],
    ),
    seat: 2,
    choices: [70_000, 140_000, 210_000],
    answer: 210_000,
  },
  {
    id: 'two_traps',
    event: casino(
      0,
      15,
      [
        [0, 'trap'],
        [3, 'trap'],
      ],
      [0, 1],
      [
        earning(0, { trapped_by: [3], victims: [1], trap: 15 * THOUSAND }),
        earning(1, { trapped_by: [0, 3] }),
        earning(3, { victims: [0, 1], trap: 30 * THOUSAND }),
      ],
    ),
    seat: 0,
    choices: [0, 15_000, 30_000],
    answer: 15_000,
  },
  {
    id: 'secret',
    event: casino(
      4,
      25,
      [
        [1, null],
        [3, null],
      ],
      [],
      [],
    ),
    seat: 0,
    choices: ['shown', 'home', 'stay'],
    answer: 'home',
  },
];

function cards(kinds: readonly BankKind[]): BankCard[] {
  return kinds.map((kind, nth) => ({ type: 'Card', kind, by: nth % 3, up: true, spies: [] }));
}

function robbery(part: Partial<BankRobbed> & Pick<BankRobbed, 'bids'>, kinds: readonly BankKind[]): BankRobbed {
  const none = part.bids.map(() => 0);
  return {
    type: 'BankRobbed',
    bank: 1,
    cards: cards(kinds),
    clearings: [],
    money: [],
    factor: 1,
    loot: 0,
    highest_first: false,
    payments: [],
    rewarded: [],
    received: none,
    lost: none,
    in_credit: [],
    back: 0,
    coins: part.bids.map(() => 20),
    ...part,
  };
}

const BANKUEBERFALL: readonly Lesson[] = [
  {
    id: 'lowest',
    event: robbery(
      {
        bids: [4, 6, 12],
        money: [5, 5],
        factor: 2,
        loot: 20,
        payments: [
          { type: 'Payment', bid: 4, seats: [0], paid: true, left: 16 },
          { type: 'Payment', bid: 6, seats: [1], paid: true, left: 10 },
          { type: 'Payment', bid: 12, seats: [2], paid: false, left: 10 },
        ],
        received: [4, 6, 0],
        back: 10,
      },
      ['5', '5', 'x'],
    ),
    seat: 2,
    choices: [12, 10, 0],
    answer: 0,
  },
  {
    id: 'detective',
    event: robbery(
      {
        bids: [4, 6, 12],
        clearings: [{ type: 'Clearing', effect: 'detectives reverse', gone: [] }],
        money: [5, 5],
        factor: 2,
        loot: 20,
        highest_first: true,
        payments: [
          { type: 'Payment', bid: 12, seats: [2], paid: true, left: 8 },
          { type: 'Payment', bid: 6, seats: [1], paid: true, left: 2 },
          { type: 'Payment', bid: 4, seats: [0], paid: false, left: 2 },
        ],
        received: [0, 6, 12],
        back: 2,
      },
      ['5', '5', 'x', 'detective'],
    ),
    seat: 2,
    choices: [12, 8, 0],
    answer: 12,
  },
  {
    id: 'policeman',
    event: robbery(
      {
        bids: [3, 0],
        clearings: [
          { type: 'Clearing', effect: 'seductresses cancel', gone: ['seductress', 'seductress'] },
          { type: 'Clearing', effect: 'policeman closes', gone: ['10', 'policeman'] },
        ],
        rewarded: [1],
        received: [0, 5],
      },
      ['10', 'seductress', 'seductress', 'policeman'],
    ),
    seat: 0,
    choices: [-3, 0, 3],
    answer: 0,
  },
  {
    id: 'thief',
    event: robbery(
      {
        bids: [7, 0],
        clearings: [
          { type: 'Clearing', effect: 'policemen cancel', gone: ['policeman', 'policeman'] },
          { type: 'Clearing', effect: 'thieves take', gone: ['10', 'thief'] },
        ],
        lost: [7, 0],
        in_credit: [0],
        coins: [13, 10],
      },
      ['10', 'policeman', 'policeman', 'thief'],
    ),
    seat: 0,
    choices: [7, 0, -7],
    answer: -7,
  },
  {
    id: 'tie',
    event: robbery(
      {
        bids: [3, 3, 5],
        money: [5],
        loot: 5,
        payments: [
          { type: 'Payment', bid: 3, seats: [0, 1], paid: false, left: 5 },
          { type: 'Payment', bid: 5, seats: [2], paid: false, left: 5 },
        ],
        back: 5,
      },
      ['5'],
    ),
    seat: 2,
    choices: [5, 2, 0],
    answer: 0,
  },
];

export const LESSONS: Readonly<Record<string, readonly Lesson[]>> = {
  vabanque: VABANQUE,
  bankueberfall: BANKUEBERFALL,
};
