import { counted, say, type Sentence } from '../../model/sentence';
import type { Account, Names } from '../module';
import { tellEarning } from './tell';
import { THOUSAND, type CasinoOpened, type Event } from './types';

export function account(event: Event, names: Names): Account | null {
  if (event.type === 'CasinoOpened') return opened(event, names);
  if (event.type !== 'RoundPaid') return null;
  return {
    place: null,
    title: say('vabanque.settled', { round: event.round }),
    cards: [],
    steps: [],
    lines: event.earned.map((amount, seat) => ({ seats: [seat], why: null, amount })),
    aftermath: null,
  };
}

/** A casino that opens: its cards, its worth, and everybody's earnings there. */
export function opened(event: CasinoOpened, names: Names): Account {
  const formula = say('vabanque.formula', { chips: event.chips, raises: event.raises.length, value: event.value });
  const text = event.cards.length ? {} : { text: say('vabanque.no_cards') };
  const worth = { ...text, formula, meaning: say('vabanque.each_pawn', { money: { sum: event.value * THOUSAND } }) };
  return {
    place: event.casino,
    title: say('vabanque.opens', { casino: counted(event.casino) }),
    cards: event.cards.map((card) => ({
      name: card.kind && say(`vabanque.card.${card.kind}`),
      owner: names[card.owner] ?? `${card.owner}`,
      open: false,
      goneAt: null,
      actsAt: null,
    })),
    steps: [worth],
    lines: event.earnings.map((earning) => ({
      seats: [earning.seat],
      why: tellEarning(earning, event, names),
      amount: earning.total,
    })),
    aftermath: null,
  };
}

/** Every round is a chapter. */
export function chapters(events: readonly Event[]): ReadonlyMap<number, Sentence> {
  const found = new Map<number, Sentence>();
  for (const [at, event] of events.entries())
    if (event.type === 'PhaseBegan' && event.phase === 'chips')
      found.set(at, say('vabanque.chapter', { round: event.round }));
  return found;
}
