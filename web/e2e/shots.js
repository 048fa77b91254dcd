// Screenshots of the screens in play, at three sizes and in both lights: node e2e/shots.js ADDRESS FOLDER [language]
import { mkdirSync } from 'node:fs';
import { faults } from './faults.js';
import { launch, playOn } from './player.js';

const [address, folder, language = 'en', only = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const SIZES = { phone: [360, 640], tablet: [768, 1024], desktop: [1440, 900], cinema: [3840, 2160] };
const LIGHTS = ['light', 'dark'];

const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.addInitScript((word) => {
  localStorage.setItem('bluffhouse.language', word);
  localStorage.setItem('bluffhouse.speed', 'off');
  // As many as the table holds: that is where room runs out.
  localStorage.setItem('bluffhouse.play.vabanque', '6 heuristic');
}, language);
const page = await context.newPage();
const problems = [];
page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
page.on('pageerror', (error) => problems.push(String(error)));

async function shoot(name) {
  for (const [size, [width, height]] of Object.entries(SIZES))
    for (const light of LIGHTS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: light });
      await page.waitForTimeout(120);
      await page.screenshot({ path: `${folder}/${name}-${size}-${light}.png` });
      for (const fault of await page.evaluate(faults)) problems.push(`${name} ${size}: ${fault}`);
    }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const has = (selector) => async () => (await page.$(selector)) !== null;

await page.goto(address);
await page.waitForSelector('[data-play]');
if (!only) await shoot('front');
for (const game of ['vabanque', 'bankueberfall']) {
  if (only && only !== game) continue;
  await page.goto(address);
  await page.waitForSelector('[data-play]');
  await page.click(`[data-play=${game}]`);
  await page.waitForSelector('.board');
  await page.waitForSelector('.asks.mine');
  await shoot(`${game}-first`);
  if (game === 'vabanque') {
    await playOn(page, async () => (await page.$$('.hand button.lit')).length === 2);
    await shoot(`${game}-cards`);
  } else {
    await playOn(page, has('.bid'));
    await shoot(`${game}-bid`);
  }
  await playOn(page, has('[data-next]'));
  await shoot(`${game}-settlement`);
  console.log(game, await playOn(page));
  await shoot(`${game}-end`);
  if (!only) {
    await page.goto(`${address}/#/record/${page.url().split('/').at(-1)}`);
    await page.waitForSelector('.replay');
    await page.keyboard.press('ArrowRight');
    await page.$eval('.controls input', (input) => {
      input.value = '40';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await shoot(`${game}-replay`);
  }
}
if (!only) {
  for (const [name, hash] of [
    ['new', '#/new'],
    ['watch', '#/watch'],
    ['records', '#/records'],
    ['learn', '#/learn/vabanque'],
  ]) {
    await page.goto(`${address}/${hash}`);
    await page.waitForTimeout(400);
    await shoot(name);
  }
  await page.goto(`${address}/#/learn/bankueberfall`);
  await page.click('[data-right=true]');
  await shoot('lesson');
  await page.goto(`${address}/#/new`);
  await page.waitForSelector('form.room option', { state: 'attached' });
  await page.click('form.room button.primary');
  await page.waitForSelector('[data-link]');
  await shoot('lobby');
}
console.log([...new Set(problems)].join('\n'));
await browser.close();
