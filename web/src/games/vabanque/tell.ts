import { counted, say, type Sentence, type Value } from '../../model/sentence';
import type { Names } from '../module';
import { places } from './moves';
import { THOUSAND, type CasinoOpened, type Earning, type Event, type Kind, type View } from './types';

export function kindTerm(kind: Kind): Value {
  return { term: `vabanque.card.${kind}` };
}

function gain(name: string, earned: number): Sentence {
  return say('told.gain', { name, earned: { sum: earned } });
}

function cardOf(name: string, kind: Kind | null): Value {
  return kind === null ? name : say('vabanque.told.card_of', { name, card: kindTerm(kind) });
}

export function tell(event: Event, names: Names): Sentence | null {
  const name = (seat: number): string => names[seat] ?? `${seat}`;
  const all = (seats: readonly number[]): Value => ({ list: seats.map(name) });
  switch (event.type) {
    case 'FirstDrawn':
      return say('vabanque.told.first', { name: name(event.seat) });
    case 'PawnsStood':
      return say('vabanque.told.stood', {
        places: { list: event.casinos.map((casino, seat) => `${name(seat)} ${counted(casino)}`) },
      });
    case 'PhaseBegan':
      return say('vabanque.told.phase', { round: event.round, phase: { term: `vabanque.phase.${event.phase}` } });
    case 'ChipPlaced':
      return say('vabanque.told.chip', { name: name(event.seat), value: event.value, casino: counted(event.casino) });
    case 'CardLaid':
      return event.kind === null
        ? say('vabanque.told.card', { name: name(event.seat), casino: counted(event.casino) })
        : say('vabanque.told.card_known', {
            name: name(event.seat),
            casino: counted(event.casino),
            card: kindTerm(event.kind),
          });
    case 'PawnMoved':
      return event.steps === 0
        ? say('vabanque.told.stays', { name: name(event.seat), casino: counted(event.casino) })
        : say('vabanque.told.moves', { name: name(event.seat), steps: event.steps, casino: counted(event.casino) });
    case 'CasinoOpened':
      return say('vabanque.told.opened', {
        casino: counted(event.casino),
        chips: event.chips,
        raises: event.raises.length,
        value: event.value,
        pawns: all(event.pawns),
        count: event.cards.length,
        cards: { list: event.cards.map((card) => cardOf(name(card.owner), card.kind)) },
        earned: { list: event.earnings.map((earning) => gain(name(earning.seat), earning.total)) },
      });
    case 'CardsReturned':
      return say('vabanque.told.returned', {
        casino: counted(event.casino),
        owners: all([...new Set(event.owners)]),
        count: event.owners.length,
      });
    case 'RoundPaid':
      return say('vabanque.told.paid', {
        round: event.round,
        earned: { list: event.earned.map((earned, seat) => gain(name(seat), earned)) },
      });
    case 'OrderSet':
      return say('vabanque.told.order', { order: { list: event.order.map(name) } });
    case 'GameEnded':
      return say('told.ended', { winners: all(event.winners), count: event.winners.length });
  }
}

/** What somebody did in so few words that two fit in a line. */
export function brief(event: Event): Sentence | null {
  switch (event.type) {
    case 'ChipPlaced':
      return say('vabanque.brief.chip', { casino: counted(event.casino), value: event.value });
    case 'CardLaid':
      return event.kind === null
        ? say('vabanque.brief.card', { casino: counted(event.casino) })
        : say('vabanque.brief.card_known', { casino: counted(event.casino), card: kindTerm(event.kind) });
    case 'PawnMoved':
      return say('vabanque.brief.pawn', { casino: counted(event.casino), steps: event.steps });
    default:
      return null;
  }
}

/** The casino that a walking pawn would come to. */
export function leadsTo(view: View, move: string): Sentence | null {
  if (!move.startsWith('move ')) return null;
  const [casino] = places(view, [move], null).keys();
  return casino === undefined ? null : say('vabanque.leads_to', { casino: counted(casino) });
}

/** Why somebody earns what they earn at a casino, in one sentence. */
export function tellEarning(earning: Earning, event: CasinoOpened, names: Names): Sentence {
  const name = names[earning.seat] ?? `${earning.seat}`;
  const values = {
    name,
    pawn: { sum: earning.pawn },
    value: { sum: event.value * THOUSAND },
    victims: earning.victims.length,
    who: { list: earning.victims.map((seat) => names[seat] ?? `${seat}`) },
    trappers: { list: earning.trapped_by.map((seat) => names[seat] ?? `${seat}`) },
    total: { sum: earning.total },
  };
  const traps = earning.victims.length > 0;
  if (earning.trapped_by.length)
    return say(traps ? 'vabanque.earns.trapped_but_trap' : 'vabanque.earns.trapped', values);
  if (event.pawns.includes(earning.seat)) return say(traps ? 'vabanque.earns.both' : 'vabanque.earns.pawn', values);
  return say(traps ? 'vabanque.earns.trap' : 'vabanque.earns.nothing', values);
}

export function standing(view: View): Sentence {
  if (view.phase === 'over') return say('standing.over');
  if (view.phase === 'first' || view.phase === 'stand') return say('vabanque.standing.before');
  return say('vabanque.standing.round', {
    round: view.round,
    phase: { term: `vabanque.phase.${view.actors.length ? view.phase : 'payout'}` },
  });
}

const CHIP = [5, 10, 20, 50];

export function question(view: View): Sentence {
  return say(`vabanque.asks.${view.phase}`, { value: CHIP[view.round - 1] ?? 0 });
}
