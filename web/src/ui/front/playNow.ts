import { load } from '../../games/registry';
import { house, knownName, signIn } from '../../wire/house';
import { recall, remember } from '../memory';

/** What somebody chose the last time at a game's door. */
export interface Choice {
  seats: number;
  level: string;
}

export function lastChoice(game: string, seats: readonly number[], levels: readonly string[]): Choice {
  const [kept, level] = (recall(`play.${game}`) ?? '').split(' ');
  const most = seats.includes(4) ? 4 : (seats.at(-1) ?? 3);
  return {
    seats: seats.includes(Number(kept)) ? Number(kept) : most,
    level: level && levels.includes(level) ? level : (levels[1] ?? 'regular'),
  };
}

/** Sit down against bots at once; the table to go to. */
export async function playNow(game: string, choice: Choice, guestName: string): Promise<string> {
  remember(`play.${game}`, `${choice.seats} ${choice.level}`);
  void load(game); // while the table is set up
  await signIn(knownName() || guestName);
  const { place } = await house.create({ game, seats: choice.seats, chat: false, watch: 'invited' });
  const { table } = place.lobby;
  const bots = Array.from({ length: choice.seats - 1 }, (_, nth) => house.seatBot(table, nth + 1, choice.level));
  await Promise.all(bots);
  await house.start(table);
  return table;
}
