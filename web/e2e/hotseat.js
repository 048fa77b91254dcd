// Three people at one device, and no secret of anybody while the curtain is down: node e2e/hotseat.js ADDRESS [night]
// At night both games are played to their end.
import { launch, newcomer, playOn } from './player.js';

const [address, night] = process.argv.slice(2);
const browser = await launch();
const problems = [];
const whole = night !== undefined;
const NAMES = ['Anna', 'Bruno', 'Carla'];

async function begin(page, game, seats) {
  await page.goto(address);
  await page.click('a[href="/#/device"]');
  await page.waitForSelector(`[data-game=${game}]`, { state: 'attached' });
  if ((await page.$$('[data-person]')).length < NAMES.length) await page.click('[data-more]');
  for (const [nth, name] of NAMES.entries()) await page.fill(`[data-person] >> nth=${nth}`, name);
  await page.check(`[data-game=${game}]`, { force: true });
  await page.selectOption('[data-seats]', String(seats));
  await page.click('[data-begin]');
}

/** Objects that live in the page's memory, after a collection, and hold what only one person may know. */
async function secrets(page) {
  const session = await page.context().newCDPSession(page);
  const { result: prototype } = await session.send('Runtime.evaluate', { expression: 'Object.prototype' });
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId });
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    returnByValue: true,
    functionDeclaration: `function () {
      const own = { View: (one) => one.me !== null, CardLaid: (one) => one.kind !== null };
      const drawn = { HandDealt: (one) => one.kind != null, CardPlaced: (one) => one.kind != null,
        CardSpied: (one) => one.kind != null, BidSealed: (one) => one.amount != null };
      return this.flatMap((one) => {
        const type = Object.getOwnPropertyDescriptor(one, 'type')?.value;
        return ({ ...own, ...drawn })[type]?.(one) ? [JSON.stringify(one).slice(0, 120)] : [];
      });
    }`,
  });
  await session.send('Runtime.releaseObject', { objectId: objects.objectId });
  await session.detach();
  return result.value;
}

/** Runs in the page: something changes and is drawn, for until then the browser itself holds on to removed elements. */
async function redrawn() {
  for (const opacity of ['0.99', '']) {
    document.body.style.opacity = opacity;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }
}

/** Secrets that stay: on a busy machine the browser takes seconds to let go. What the page kept would stay for good. */
async function lasting(page) {
  for (let tries = 0; tries < 150; tries++) {
    await page.evaluate(redrawn);
    await page.waitForTimeout(200);
    if (!(await secrets(page)).length) return [];
  }
  return secrets(page);
}

/** What the page shows or keeps beside its memory. */
function outside() {
  const kept = JSON.stringify({ ...localStorage, ...sessionStorage });
  const shown = document.querySelectorAll('.hand .card, .hand button.lit, .bid, [data-flying]').length;
  return { kept, shown };
}

/** Play on; whoever the curtain asks for lifts it. The first curtains are looked behind; it ends after so many. */
async function play(page, game, looks, most) {
  const lifted = new Set();
  let looked = 0;
  let how = 'stopped';
  while (looked < most) {
    how = await playOn(page, { until: '[data-curtain]' });
    if (how !== 'stopped') break;
    // No handle of an element is taken: it would keep what the page has long forgotten.
    lifted.add(await page.evaluate(() => document.querySelector('[data-curtain]').dataset.curtain));
    if (looked++ < looks) await lookBehind(page, game);
    await page.click('[data-lift]');
    await page.waitForFunction(() => document.querySelector('.asks.mine') !== null);
    // Only after the last look: what a search finds stays in memory with it.
    if (looked === looks + 1 && !(await secrets(page)).length)
      problems.push(`${game}: the search finds no secret where there is one`);
  }
  if (how === 'timeout') problems.push(`${game}: no end`);
  if (lifted.size !== NAMES.length) problems.push(`${game}: only ${[...lifted]} lifted the curtain`);
  if (looked < 5) problems.push(`${game}: the curtain fell ${looked} times only`);
  if (how === 'end' && !(await page.$('.end .button.primary'))) problems.push(`${game}: no rematch`);
}

async function lookBehind(page, game) {
  if (problems.length) return; // one is enough, and looking takes long where something stays
  const found = await lasting(page);
  if (found.length) problems.push(`${game}: in memory behind the curtain: ${found}`);
  const { kept, shown } = await page.evaluate(outside);
  if (shown) problems.push(`${game}: ${shown} pieces of somebody’s behind the curtain`);
  if (/trap|bluff"|thief|policeman|"bid/.test(kept)) problems.push(`${game}: kept: ${kept}`);
}

const page = await newcomer(browser, problems, { width: 1000 });
await begin(page, 'vabanque', 4);
await play(page, 'vabanque', 5, whole ? Infinity : 25);
await begin(page, 'bankueberfall', 3);
await play(page, 'bankueberfall', 5, whole ? Infinity : 10);
await browser.close();
for (const problem of new Set(problems)) console.log(problem);
process.exitCode = problems.length ? 1 : 0;
