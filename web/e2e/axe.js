// Accessibility faults of every screen in both lights: node e2e/axe.js ADDRESS
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { launch, playOn } from './player.js';

const [address] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = await launch();
let count = 0;
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
await context.addInitScript(() => localStorage.setItem('bluffhouse.speed', 'off'));
const page = await context.newPage();
page.on('console', (message) => {
  if (message.type() !== 'error') return;
  count += 1;
  console.log('console:', message.text());
});

async function look(name) {
  for (const colorScheme of ['light', 'dark'])
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      for (const { id, nodes } of violations) {
        count += nodes.length;
        console.log(
          name,
          colorScheme,
          width,
          id,
          nodes.length,
          nodes[0].html.slice(0, 150),
          nodes[0].any[0]?.message?.slice(0, 160) ?? '',
        );
      }
    }
  await page.setViewportSize({ width: 1280, height: 800 });
}

await page.goto(address);
await page.waitForSelector('[data-play]');
await look('front');
await page.click('header button:last-of-type');
await look('settings');
for (const [room, wait] of [
  ['new', 'form.room'],
  ['watch', '.room'],
  ['records', '.room'],
  ['learn/vabanque', '.learn'],
  ['learn/bankueberfall', '.learn'],
  ['join/nothing', 'form'],
]) {
  await page.goto(`${address}/#/${room}`);
  await page.waitForSelector(wait);
  await page.waitForTimeout(300);
  await look(room);
}
for (const game of ['vabanque', 'bankueberfall']) {
  await page.goto(address);
  await page.click(`[data-play=${game}]`);
  await page.waitForSelector('.asks.mine');
  await look(`${game} first`);
  await playOn(page, async () => (await page.$(game === 'vabanque' ? '.hand button.lit' : '.bid')) !== null);
  await look(`${game} middle`);
  await playOn(page, async () => (await page.$('[data-next]')) !== null);
  await look(`${game} settlement`);
  await playOn(page);
  await look(`${game} end`);
  await page.goto(`${address}/#/record/${page.url().split('/').at(-1)}`);
  await page.waitForSelector('.replay');
  await look(`${game} replay`);
}
console.log('violations:', count);
process.exitCode = count ? 1 : 0;
await browser.close();
