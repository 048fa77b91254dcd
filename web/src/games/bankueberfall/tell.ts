import { counted, say, type Sentence, type Value } from '../../model/sentence';
import type { Names } from '../module';
import type { BankRobbed, Clearing, Event, Kind, Payment, View } from './types';

export function kindTerm(kind: Kind): Value {
  return { term: `bankueberfall.card.${kind}` };
}

function called(names: Names): (seat: number) => string {
  return (seat) => names[seat] ?? `${seat}`;
}

export function tell(event: Event, names: Names): Sentence | null {
  const name = called(names);
  switch (event.type) {
    case 'FirstDrawn':
      return say('bankueberfall.told.first', { name: name(event.seat) });
    case 'BankDealt':
      return event.kind === null
        ? say('bankueberfall.told.bank_dealt', { bank: counted(event.bank) })
        : say('bankueberfall.told.bank_dealt_known', { bank: counted(event.bank), card: kindTerm(event.kind) });
    case 'HandDealt':
      return event.kind === null
        ? say('bankueberfall.told.drew', { name: name(event.seat) })
        : say('bankueberfall.told.drew_known', { name: name(event.seat), card: kindTerm(event.kind) });
    case 'TilesShuffled':
      return say('bankueberfall.told.shuffled');
    case 'TileTurned':
      return say('bankueberfall.told.tile', {
        name: name(event.seat),
        tile: { term: `bankueberfall.tile.${event.tile}` },
      });
    case 'NothingToDo':
      return say('bankueberfall.told.nothing', {
        name: name(event.seat),
        tile: { term: `bankueberfall.tile.${event.tile}` },
      });
    case 'Skipped':
      return say('bankueberfall.told.skipped', { name: name(event.seat) });
    case 'CardPlaced':
      return event.kind === null
        ? say('bankueberfall.told.placed', { name: name(event.seat), bank: counted(event.bank) })
        : say('bankueberfall.told.placed_known', {
            name: name(event.seat),
            bank: counted(event.bank),
            card: kindTerm(event.kind),
          });
    case 'CardSpied':
      return event.kind === null
        ? say('bankueberfall.told.spied', {
            name: name(event.seat),
            bank: counted(event.bank),
            nth: counted(event.card),
          })
        : say('bankueberfall.told.spied_known', {
            name: name(event.seat),
            bank: counted(event.bank),
            nth: counted(event.card),
            card: kindTerm(event.kind),
          });
    case 'CardRevealed':
      return say('bankueberfall.told.revealed', {
        name: name(event.seat),
        bank: counted(event.bank),
        nth: counted(event.card),
        card: kindTerm(event.kind),
      });
    case 'RobberyCalled':
      return say('bankueberfall.told.called', { name: name(event.seat), bank: counted(event.bank) });
    case 'BidSealed':
      return event.amount === null
        ? say('bankueberfall.told.sealed', { name: name(event.seat) })
        : say('bankueberfall.told.sealed_known', { name: name(event.seat), amount: event.amount });
    case 'BankRobbed':
      return tellRobbery(event, names);
    case 'LastRoundBegan':
      return say('bankueberfall.told.last_round', {
        name: name(event.seat),
        banks: { list: event.banks.map(counted) },
      });
    case 'GameEnded':
      return say('told.ended', { winners: { list: event.winners.map(name) }, count: event.winners.length });
  }
}

/** What somebody did in so few words that a whole turn fits in a line. */
export function brief(event: Event): Sentence | null {
  const known = (kind: Kind | null): string => (kind === null ? '' : '_known');
  const card = (kind: Kind | null): Record<string, Value> => (kind === null ? {} : { card: kindTerm(kind) });
  switch (event.type) {
    case 'TileTurned':
      return say(`bankueberfall.tile.${event.tile}`);
    case 'CardPlaced':
      return say(`bankueberfall.brief.placed${known(event.kind)}`, { bank: counted(event.bank), ...card(event.kind) });
    case 'CardSpied':
    case 'CardRevealed':
      return say(`bankueberfall.brief.card${known(event.kind)}`, {
        bank: counted(event.bank),
        nth: counted(event.card),
        ...card(event.kind),
      });
    case 'HandDealt':
      return say(`bankueberfall.brief.draws${known(event.kind)}`, card(event.kind));
    case 'RobberyCalled':
      return say('bankueberfall.brief.robs', { bank: counted(event.bank) });
    case 'Skipped':
      return say('bankueberfall.brief.skipped');
    case 'NothingToDo':
      return say('bankueberfall.brief.nothing');
    default:
      return null;
  }
}

function tellRobbery(event: BankRobbed, names: Names): Sentence {
  const name = called(names);
  const kinds = event.cards.map((card) => card.kind).filter((kind) => kind !== null);
  const robbery = say('bankueberfall.told.robbed', {
    bank: counted(event.bank),
    cards: kinds.length ? { list: kinds.map(kindTerm) } : { term: 'bankueberfall.no_cards' },
    bids: { list: event.bids.map((bid, seat) => `${name(seat)} ${bid}`) },
    loot: event.loot,
    gains: {
      list: event.received.map((got, seat) => `${name(seat)} ${signed(got - (event.lost[seat] ?? 0))}`),
    },
  });
  if (!event.in_credit.length) return robbery;
  return say('bankueberfall.told.robbed_into_credit', { robbery, credit: tellCredit(event, names) });
}

/** Who fell below what everybody owns at least, all in one sentence. */
export function tellCredit(event: BankRobbed, names: Names): Sentence {
  const who = { list: event.in_credit.map(called(names)) };
  return say('bankueberfall.in_credit', { who, count: event.in_credit.length });
}

export function signed(amount: number): string {
  return amount < 0 ? `−${-amount}` : `+${amount}`;
}

export function tellClearing(clearing: Clearing): Sentence {
  return say(`bankueberfall.effect.${clearing.effect.replaceAll(' ', '_')}`, { count: clearing.gone.length });
}

export function tellPayment(payment: Payment, names: Names): Sentence {
  const name = called(names);
  const enough = payment.left >= payment.bid * payment.seats.length;
  const outcome = payment.paid ? 'paid' : enough ? 'ended' : 'not';
  return say(`bankueberfall.pays.${outcome}`, {
    who: { list: payment.seats.map(name) },
    count: payment.seats.length,
    bid: payment.bid,
    left: payment.left,
  });
}

/** What becomes of somebody's bid that nobody was to pay. */
export function tellUnserved(event: BankRobbed, seat: number, names: Names): Sentence {
  const values = { name: called(names)(seat), bid: event.bids[seat] ?? 0 };
  if (event.rewarded.includes(seat)) return say('bankueberfall.rewarded', values);
  return say(event.lost[seat] ? 'bankueberfall.robbed_of' : 'bankueberfall.bid_of', values);
}

/** The sum behind a loot, as people would write it. */
export function formula(event: BankRobbed): string {
  if (!event.money.length) return '0';
  const sum = event.money.join(' + ');
  if (event.money.length === 1 && event.factor === 1) return sum;
  const inner = event.money.length > 1 && event.factor > 1 ? `(${sum})` : sum;
  return event.factor > 1 ? `${inner} × ${event.factor} = ${event.loot}` : `${inner} = ${event.loot}`;
}

export function standing(view: View, held?: { readonly type: string } | null): Sentence {
  const pays = held?.type === 'BankRobbed';
  if (view.phase === 'over' && !pays) return say('standing.over');
  const values = { phase: { term: `bankueberfall.phase.${pays ? 'payout' : view.phase}` }, pile: view.pile_size };
  return say(view.last.length || lastOne(view) ? 'bankueberfall.standing.last' : 'bankueberfall.standing.turn', values);
}

/** In the last round nobody is left with a card and the pile is empty. */
function lastOne(view: View): boolean {
  return view.phase === 'bids' && view.pile_size === 0 && view.hand_sizes.some((size) => size === 0);
}

export function question(view: View): Sentence {
  return say(`bankueberfall.asks.${view.phase}`, { bank: counted(view.target ?? 0) });
}
