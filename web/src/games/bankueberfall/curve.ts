import type { Event } from './types';

const START = 10;
const CREDIT = 10;

/** Coins less what is owed, at the start and after each robbery. */
export function curve(events: readonly Event[], seats: number): readonly (readonly number[])[] {
  const rows = [Array.from({ length: seats }, () => START)];
  const owed = Array.from({ length: seats }, () => 0);
  for (const event of events) {
    if (event.type !== 'BankRobbed') continue;
    for (const seat of event.in_credit) owed[seat]! += CREDIT;
    rows.push(event.coins.map((coins, seat) => coins - owed[seat]!));
  }
  return rows;
}
