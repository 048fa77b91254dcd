import { recall, remember } from '../ui/memory';
import { ask, Refusal } from './http';
import type {
  Analysis,
  Created,
  DailyChallenge,
  DailyDays,
  DailyVerdict,
  GameRecord,
  Hint,
  House,
  Invitation,
  Lesson,
  Lobby,
  Me,
  NewTable,
  Place,
  Verdict,
} from './types';

/** Everything that is asked of the house by plain requests. */
const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

export const house = {
  card: () => ask<House>('GET', '/api/house'),
  open: () => ask<{ tables: Lobby[] }>('GET', '/api/tables').then(({ tables }) => tables),
  mine: () => ask<{ tables: Place[] }>('GET', '/api/tables/mine').then(({ tables }) => tables),
  look: (table: string) => ask<Place>('GET', at(table)),
  create: (table: NewTable) =>
    ask<Created>('POST', '/api/tables', table).then(async (created) => ({
      ...created,
      place: await addChance(created.place),
    })),
  invited: (invite: string) => ask<Lobby>('POST', '/api/invites/look', { invite }),
  redeem: (invite: string) => ask<Place>('POST', '/api/invites/redeem', { invite }),
  invite: (table: string) => ask<Invitation>('POST', `${at(table)}/invites`),
  sit: (table: string, seat: number) => ask<Place>('POST', `${at(table)}/seats/${seat}`).then(addChance),
  stand: (table: string, seat: number) => ask<Place>('DELETE', `${at(table)}/seats/${seat}`),
  seatBot: (table: string, seat: number, level: string) =>
    ask<Place>('PUT', `${at(table)}/seats/${seat}/bot`, { level }),
  dismissBot: (table: string, seat: number) => ask<Place>('DELETE', `${at(table)}/seats/${seat}/bot`),
  start: (table: string) => ask<Place>('POST', `${at(table)}/start`),
  rematch: (table: string) => ask<Place>('POST', `${at(table)}/rematch`),
  record: (table: string, seenBy: string) =>
    ask<GameRecord>('GET', `${at(table)}/record?seen_by=${encodeURIComponent(seenBy)}`),
  readRecord: (text: string, seenBy: string) => ask<GameRecord>('POST', '/api/records', { text, seen_by: seenBy }),
  verdict: (text: string) => ask<Verdict>('POST', '/api/records/verdict', { text }),
  analysis: (table: string) => ask<Analysis>('GET', `${at(table)}/analysis`),
  hint: (table: string) => ask<Hint>('POST', `${at(table)}/hint`),
  lesson: (game: string, answers: readonly string[]) => ask<Lesson>('POST', '/api/lessons', { game, answers }),
  dailyDays: () => ask<DailyDays>('GET', '/api/daily'),
  daily: (game: string, day: string | null) =>
    ask<DailyChallenge>('GET', `/api/daily/${encodeURIComponent(game)}${day ? `?day=${day}` : ''}`),
  answerDaily: (game: string, day: string, move: string) =>
    ask<DailyVerdict>('POST', `/api/daily/${encodeURIComponent(game)}`, { day, move }),
  recordText: (table: string): string => `${at(table)}/record.txt`,
};

/** Whoever sits down adds something to the dealer's chance that the house could not foresee. */
async function addChance(place: Place): Promise<Place> {
  if (place.seat === null || place.lobby.commitment === null) return place;
  const word = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return ask<Place>('PUT', `${at(place.lobby.table)}/seats/${place.seat}/word`, { word });
}

export function knownName(): string {
  return recall('name') ?? '';
}

const FRESH = 5000; // milliseconds
let greeted = { name: '', at: -FRESH };

/** Be a guest under this name: a new one, or the one this browser already is; who was just greeted is not asked again. */
export async function signIn(name: string): Promise<Me> {
  const wanted = name.trim();
  if (greeted.name === wanted && performance.now() - greeted.at < FRESH) return { name: wanted };
  const me = (await known(wanted)) ?? (await ask<Me>('POST', '/api/guests', { name: wanted }));
  remember('name', me.name);
  greeted = { name: me.name, at: performance.now() };
  return me;
}

/** The guest this browser is, under the wanted name; null where the house has forgotten them or never knew them. */
async function known(wanted: string): Promise<Me | null> {
  if (!knownName()) return null;
  try {
    const me = await ask<Me>('GET', '/api/me');
    return wanted && me.name !== wanted ? await ask<Me>('PATCH', '/api/me', { name: wanted }) : me;
  } catch (fault) {
    if (fault instanceof Refusal && fault.status === 401) return null;
    throw fault;
  }
}
