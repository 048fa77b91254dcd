// Whole recorded games in every language at every size: nothing cut, nothing too wide, no message missing.
// node e2e/languages.js ADDRESS
import { faults } from './faults.js';
import { recorded, seated, until } from './film.js';
import { launch } from './player.js';

const [address] = process.argv.slice(2);
const SIZES = { phone: [360, 640], tablet: [768, 1024], desktop: [1440, 900], cinema: [3840, 2160] };
const LANGUAGES = ['en', 'fr', 'it', 'ja', 'de'];
const FILMS = ['vabanque-6-seat', 'bankueberfall-3-seat'];
const browser = await launch();
const problems = new Set();
let looks = 0;

/** The places worth a look: the first question of every kind, every first settlement of a kind, and the end. */
function places(frames) {
  const kinds = new Set();
  return frames.flatMap((frame, at) => {
    const asks = frame.moves.length ? `asks ${frame.view.phase} ${frame.moves[0].split(' ')[0]}` : '';
    const opens = frame.events.map(({ type }) => type).find((type) => /Opened|Robbed|Settled|Shared/.test(type)) ?? '';
    const kind = asks || opens || (frame.view.phase === 'over' ? 'over' : '');
    if (!kind || kinds.has(kind)) return [];
    kinds.add(kind);
    return [{ at, kind, settles: kind === opens }];
  });
}

async function look(page, what) {
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    for (const language of LANGUAGES) {
      await page.selectOption('header select', language);
      await page.waitForFunction((word) => document.documentElement.lang === word, language);
      looks += 1;
      for (const fault of await page.evaluate(faults)) problems.add(`${what} ${language} ${size}: ${fault}`);
    }
  }
}

for (const film of FILMS) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => localStorage.setItem('bluffhouse.speed', 'off'));
  const frames = recorded(film);
  for (const { at, kind, settles } of places(frames)) {
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && problems.add(message.text()));
    page.on('pageerror', (error) => problems.add(String(error)));
    const table = await seated(page, address);
    table.tell(until(frames, settles ? at : at + 1));
    await page.waitForSelector('.felt');
    if (settles) {
      table.tell(frames[at]);
      await page.waitForSelector('[data-next]');
    }
    await look(page, `${film} ${kind}`);
    await page.close();
  }
  await context.close();
}
await browser.close();
for (const problem of problems) console.log(problem);
console.log(`${looks} looks, ${problems.size} problems`);
process.exitCode = problems.size ? 1 : 0;
