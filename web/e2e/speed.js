// How long the first decision takes after «Play now», and how even the animations are on a full board, as JSON:
// node e2e/speed.js ADDRESS
import { recorded, seated, until } from './film.js';
import { launch } from './player.js';

const [address] = process.argv.slice(2);
const TIMES = 5;
const CHIPS = 40;
const CARDS = 18;
const browser = await launch();

const count = (lists) => lists.reduce((sum, list) => sum + list.length, 0);

function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part) => Math.round(10 * sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]) / 10;
  return { count: sorted.length, median: at(0.5), p95: at(0.95), worst: at(1) };
}

/** Milliseconds from the click to the frame in which a decision is open, for somebody who was never here. */
async function firstDecision(game) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector(`[data-play=${game}]`);
  await page.waitForLoadState('networkidle');
  await page.evaluate((selector) => {
    globalThis.waited = new Promise((done) => {
      document.querySelector(selector).addEventListener('click', () => {
        const clicked = performance.now();
        const watch = new MutationObserver(() => {
          if (!document.querySelector('.asks.mine')) return;
          watch.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - clicked)));
        });
        watch.observe(document.body, { childList: true, subtree: true, attributes: true });
      });
    });
  }, `[data-play=${game}]`);
  await page.click(`[data-play=${game}]`);
  const waited = await page.evaluate(() => globalThis.waited);
  await context.close();
  return waited;
}

/** Times between frames while pawns walk and casinos open among so many chips and cards. */
async function frames() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => localStorage.setItem('bluffhouse.settlements', 'fast'));
  const page = await context.newPage();
  const film = recorded('vabanque-6-seat');
  const full = film.findIndex(
    ({ view }) => view.phase === 'cards' && count(view.chips) >= CHIPS && count(view.laid) === CARDS - 4,
  );
  const table = await seated(page, address);
  table.tell(until(film, full + 1));
  await page.waitForSelector('.board');
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    globalThis.beats = [];
    const beat = (now) => (globalThis.beats.push(now), requestAnimationFrame(beat));
    requestAnimationFrame(beat);
  });
  // The last four cards fly in, then six pawns walk: each at the pace of the screen.
  for (const frame of film.slice(full + 1, full + 11)) {
    table.tell(frame);
    await page.waitForTimeout(900);
  }
  const beats = await page.evaluate(() => globalThis.beats);
  await context.close();
  return beats.slice(1).map((beat, at) => beat - beats[at]);
}

const told = { first_decision_ms: {}, frame_ms: {} };
for (const game of ['vabanque', 'bankueberfall']) {
  await firstDecision(game); // the server is warm from here on
  const waits = [];
  for (let time = 0; time < TIMES; time++) waits.push(await firstDecision(game));
  told.first_decision_ms[game] = spread(waits);
}
told.frame_ms = spread(await frames());
console.log(JSON.stringify(told, null, 2));
await browser.close();
