// The played tutorial of both games to its end, and a question each: node e2e/tutorial.js ADDRESS [FOLDER]
import { mkdirSync } from 'node:fs';
import { decide, launch, shootBoth } from './player.js';

const [address, folder] = process.argv.slice(2);
if (folder) mkdirSync(folder, { recursive: true });
const problems = [];
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
await context.addInitScript(() => localStorage.setItem('bluffhouse.speed', 'off'));
const page = await context.newPage();
page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
page.on('pageerror', (error) => problems.push(String(error)));

const shoot = (name) => shootBoth(page, folder, name);

for (const game of ['vabanque', 'bankueberfall']) {
  await page.goto(`${address}/#/learn/${game}`);
  await page.click('[data-tutorial]');
  await page.waitForSelector('.coach');
  const heard = new Set();
  const until = Date.now() + 90_000;
  while (Date.now() < until && !(await page.$('[data-questions]'))) {
    const advice = await page.getAttribute('.coach', 'data-advice');
    if (advice && !heard.has(advice)) {
      heard.add(advice);
      await shoot(`${game}-${advice}`);
    }
    // What is not explained yet is not answered yet.
    if (!advice || !(await decide(page))) await page.waitForTimeout(40);
  }
  for (const wanted of game === 'vabanque' ? ['chips', 'cards', 'pawns', 'settle'] : ['place', 'bids', 'settle'])
    if (!heard.has(wanted)) problems.push(`${game}: nothing was said about ${wanted}, only about ${[...heard]}`);
  await page.click('[data-questions]');
  let asked = 0;
  while (await page.$('[data-right=true]')) {
    await page.click('[data-right=true]');
    await page.click('[data-next-lesson]');
    asked += 1;
  }
  if (!asked) problems.push(`${game}: no question was left`);
  await shoot(`${game}-end`);
  await page.click('.questions .button.primary.large');
  await page.waitForSelector('.asks');
}
await browser.close();
for (const problem of problems) console.log(problem);
process.exitCode = problems.length ? 1 : 0;
