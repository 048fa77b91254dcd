import { counted, say, type Sentence } from '../../model/sentence';
import type { Account, AccountLine, AccountStep, Names } from '../module';
import { formula, tellClearing, tellCredit, tellPayment, tellUnserved } from './tell';
import type { BankRobbed, Clearing, Event, Kind } from './types';

/** A robbery step by step: who comes into play, what there is, who is paid. */
export function robbery(event: BankRobbed, names: Names): Account {
  const goes = departures(event);
  const acts = deeds(event, goes);
  return {
    place: event.bank,
    title: say('bankueberfall.robbed', { bank: counted(event.bank) }),
    cards: event.cards.map((card, nth) => ({
      name: card.kind && say(`bankueberfall.card.${card.kind}`),
      owner: null,
      open: card.up,
      goneAt: acts[nth] === undefined ? (goes[nth] ?? null) : null,
      actsAt: acts[nth] ?? null,
    })),
    steps: steps(event),
    lines: lines(event, names),
    aftermath: event.in_credit.length ? { seats: event.in_credit, text: tellCredit(event, names) } : null,
  };
}

function steps(event: BankRobbed): readonly AccountStep[] {
  const found: AccountStep[] = event.clearings.map((clearing) => ({ text: tellClearing(clearing) }));
  if (!event.cards.length) found.push({ text: say('bankueberfall.bank_empty') });
  if (!closed(event)) {
    found.push({ text: say('bankueberfall.loot'), formula: formula(event) });
    if (!event.payments.length) found.push({ text: say('bankueberfall.nobody_asks') });
    if (event.back) found.push({ text: say('bankueberfall.back', { back: event.back }) });
  }
  return found;
}

/** First those who were to be paid, in that order and equal bids together, then the others. */
function lines(event: BankRobbed, names: Names): readonly AccountLine[] {
  const gain = (seat: number): number => (event.received[seat] ?? 0) - (event.lost[seat] ?? 0);
  const served = closed(event) ? [] : event.payments;
  const others = event.bids.flatMap((_, seat) => (served.some(({ seats }) => seats.includes(seat)) ? [] : [seat]));
  return [
    ...served.map((payment) => ({
      seats: payment.seats,
      why: tellPayment(payment, names),
      amount: gain(payment.seats[0]!),
    })),
    ...others.map((seat) => ({ seats: [seat], why: tellUnserved(event, seat, names), amount: gain(seat) })),
  ];
}

function closed({ clearings }: BankRobbed): boolean {
  return clearings.some(({ effect }) => effect === 'policeman closes' || effect === 'thieves take');
}

/** For each card the clearing that sends it away, if one does. */
function departures({ cards, clearings }: BankRobbed): readonly (number | undefined)[] {
  const goes: (number | undefined)[] = cards.map(() => undefined);
  for (const [nth, { gone }] of clearings.entries())
    for (const kind of gone) {
      const at = cards.findIndex((card, place) => card.kind === kind && goes[place] === undefined);
      if (at >= 0) goes[at] = nth;
    }
  return goes;
}

/** Who brings an effect about: whoever decides a robbery is not sent away by it, even if the card leaves too. */
const ACTS: Partial<Record<Clearing['effect'], Kind>> = {
  'seductress clears': 'seductress',
  'policeman closes': 'policeman',
  'detectives reverse': 'detective',
  'thieves take': 'thief',
};

/** For each card the clearing that it brings about, if it is still there for one. */
function deeds(
  { cards, clearings }: BankRobbed,
  goes: readonly (number | undefined)[],
): readonly (number | undefined)[] {
  return cards.map(({ kind }, place) => {
    const nth = clearings.findIndex(({ effect }) => kind !== null && ACTS[effect] === kind);
    return nth >= 0 && (goes[place] ?? nth) >= nth ? nth : undefined;
  });
}

/** Everything that leads to a robbery is a chapter with it, and the last round is one. */
export function chapters(events: readonly Event[]): ReadonlyMap<number, Sentence> {
  const found = new Map<number, Sentence>();
  let robberies = 0;
  let begun = false;
  for (const [at, event] of events.entries()) {
    if (event.type === 'TileTurned' && !begun) {
      found.set(at, say('bankueberfall.chapter', { nth: counted(robberies) }));
      begun = true;
    }
    if (event.type === 'LastRoundBegan') found.set(at, say('bankueberfall.chapter.last'));
    if (event.type === 'BankRobbed') {
      robberies += 1;
      begun = false;
    }
  }
  return found;
}
