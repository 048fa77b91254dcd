// The page of one person in two worlds, for tests/e2e/test_twin_pages.py: node e2e/mirror.js PORT PORT
// One command a line is read, one answer a line is written. Each world has a browser of its own and the same address.
import { createInterface } from 'node:readline';
import { watched } from './everything.js';
import { STILL, launch } from './player.js';

const HOUSE = 'http://house.test';

class World {
  static async open(port) {
    const world = new World();
    world.browser = await launch([`--host-resolver-rules=MAP house.test 127.0.0.1:${port}`, '--no-proxy-server']);
    world.context = await world.browser.newContext({ viewport: { width: 1000, height: 700 }, ...STILL });
    world.page = await world.context.newPage();
    world.all = await watched(world.page);
    return world;
  }

  /** Sit down at a table as whoever has this token. */
  async open({ token, name, table }) {
    await this.context.clearCookies();
    await this.context.addCookies([{ name: 'bluffhouse', value: token, url: HOUSE }]);
    this.all.forget();
    this.seen = [];
    if (!this.page.url().startsWith(HOUSE)) await this.page.goto(`${HOUSE}/#/learn`);
    await this.page.waitForSelector('.learn');
    await this.page.evaluate(
      ([who, at]) => {
        for (const [key, word] of Object.entries({ name: who, speed: 'off', settlements: 'wait' }))
          localStorage.setItem(`bluffhouse.${key}`, word);
        location.hash = `#/table/${at}`;
      },
      [name, table],
    );
    await this.all.settled();
  }

  async look({ deep }) {
    await this.all.settled();
    this.seen.push(await this.all.read(deep));
  }

  async reload() {
    await this.all.settled();
    this.all.forget();
    await this.page.reload();
    await this.all.settled();
  }

  async leave() {
    await this.page.evaluate(() => (location.hash = '#/learn'));
    await this.page.waitForSelector('.learn');
  }
}

const worlds = await Promise.all(process.argv.slice(2).map(World.open));

/** The first thing that is not the same in both; null where all is. */
function difference() {
  const [one, other] = worlds.map((world) => world.seen);
  if (one.length !== other.length) return `${one.length} and ${other.length} looks`;
  for (const [nth, look] of one.entries())
    for (const [part, here] of Object.entries(look)) {
      const there = other[nth][part];
      if (here === there) continue;
      const at = [...here].findIndex((letter, place) => letter !== there[place]);
      const from = Math.max(0, at - 80);
      return `look ${nth}, ${part}: «${here.slice(from, at + 80)}» and «${there.slice(from, at + 80)}»`;
    }
  return null;
}

console.log('"ready"');
for await (const line of createInterface({ input: process.stdin })) {
  const { order, world, ...how } = JSON.parse(line);
  try {
    const told = order === 'compare' ? difference() : ((await worlds[world][order](how)) ?? null);
    console.log(JSON.stringify({ told, looks: worlds.map(({ seen }) => seen?.length ?? 0) }));
  } catch (fault) {
    console.log(JSON.stringify({ fault: String(fault) }));
  }
}
await Promise.all(worlds.map(({ browser }) => browser.close()));
