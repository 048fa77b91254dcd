import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { brief, tell } from '../src/games/bankueberfall/tell';
import type { GameModule } from '../src/games/module';
import { chronicle, isBrief } from '../src/ui/table/chronicle';
import type { AnyEvent, Sync, Update } from '../src/wire/types';

vi.mock('../src/ui/table/inWords', () => ({
  inWords: (game: GameModule, event: AnyEvent, names: readonly string[]) => JSON.stringify(game.tell(event, names)),
}));

const path = new URL('./fixtures/bankueberfall-3-seat.json', import.meta.url);
const frames: [Sync, ...Update[]] = JSON.parse(readFileSync(path, 'utf8')).frames;
const events = frames.flatMap((frame): readonly AnyEvent[] => frame.events);
const names = frames[0].lobby.chairs.map((chair) => chair.name);
const game = { tell, brief, account: () => null, chapters: () => new Map() } as unknown as GameModule;

it('loses nothing that happened, and puts what somebody did in a row in one line', () => {
  const entries = chronicle(game, events, names).flatMap((chapter) => chapter.entries);
  const told = entries.map((entry) =>
    isBrief(entry)
      ? entry.briefs.flatMap(({ deeds }) => deeds).reduce((sum, { times }) => sum + times, 0)
      : entry.times,
  );
  const untold = events.filter(({ type }) => type === 'BidSealed').length;
  expect(told.reduce((sum, times) => sum + times, 0)).toBe(events.length - untold);
  for (const { briefs } of entries)
    briefs.slice(1).forEach(({ seat }, nth) => expect(seat).not.toBe(briefs[nth]!.seat));
  expect(Math.max(...entries.flatMap(({ briefs }) => briefs.map(({ deeds }) => deeds.length)))).toBeGreaterThan(2);
});
