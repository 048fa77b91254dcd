import type { BankRobbed } from '../../games/bankueberfall/types';
import type { CasinoOpened } from '../../games/vabanque/types';
import type { AnyEvent } from '../../wire/types';
import { LESSONS, type Lesson } from './lessons';

/** The questions about what did not come up in a round that was played. */
export function unvisited(game: string, events: readonly AnyEvent[]): readonly Lesson[] {
  const seen = new Set(events.flatMap(shows));
  return (LESSONS[game] ?? []).filter((lesson) => !seen.has(lesson.id));
}

function shows(event: AnyEvent): readonly string[] {
  if (event.type === 'CasinoOpened') return shownByCasino(event as CasinoOpened);
  return event.type === 'BankRobbed' ? shownByRobbery(event as BankRobbed) : [];
}

function shownByCasino({ raises, cards, pawns, earnings }: CasinoOpened): readonly string[] {
  return [
    ...(raises.length > 1 ? ['raise'] : []),
    ...(earnings.some((earning) => earning.trap > 0 && earning.pawn > 0) ? ['own_trap'] : []),
    ...(earnings.some((earning) => earning.victims.length > 1) ? ['many'] : []),
    ...(cards.filter((card) => card.kind === 'trap').length > 1 ? ['two_traps'] : []),
    // In a round with open cards nothing is secret, so this one is always left to ask.
    ...(pawns.length ? [] : ['secret']),
  ];
}

function shownByRobbery({ clearings, payments, highest_first }: BankRobbed): readonly string[] {
  const effects = clearings.map((clearing) => clearing.effect);
  return [
    ...(payments.length > 1 && !highest_first ? ['lowest'] : []),
    ...(highest_first ? ['detective'] : []),
    ...(effects.includes('policeman closes') ? ['policeman'] : []),
    ...(effects.includes('thieves take') ? ['thief'] : []),
    ...(payments.some((payment) => payment.seats.length > 1) ? ['tie'] : []),
  ];
}
