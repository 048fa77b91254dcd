import { expect, it } from 'vitest';
import { isReady } from '../src/ui/lobby/ready';
import type { Lobby, Presence } from '../src/wire/types';

const chair = (seat: number, kind: string) => ({ seat, kind, name: '', level: null }) as Lobby['chairs'][number];
const presence = { seats: ['here', 'away', 'bot', 'free'] } as Presence;

it('ready is who sits and is there, and every bot', () => {
  const chairs = [chair(0, 'person'), chair(1, 'person'), chair(2, 'bot'), chair(3, 'free')];
  expect(chairs.map((one) => isReady(one, presence))).toEqual([true, false, true, false]);
  expect(isReady(chair(0, 'person'), null)).toBe(false);
});
