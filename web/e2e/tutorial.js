// The played tutorial of both games to its end, and a question each: node e2e/tutorial.js ADDRESS
import { launch, newcomer, playOn } from './player.js';

const [address] = process.argv.slice(2);
const problems = [];
const browser = await launch();
const page = await newcomer(browser, problems);

for (const game of ['vabanque', 'bankueberfall']) {
  await page.goto(`${address}/#/learn/${game}`);
  await page.click('[data-tutorial]');
  await page.waitForSelector('.coach');
  const heard = [];
  while (!heard.includes('done')) {
    const fresh = ['', ...heard].map((word) => `:not([data-advice="${word}"])`).join('');
    if ((await playOn(page, { until: `.coach${fresh}`, limit: 90_000 })) === 'timeout') break;
    heard.push(await page.getAttribute('.coach', 'data-advice'));
  }
  for (const wanted of game === 'vabanque'
    ? ['stand', 'chips', 'cards', 'pawns', 'settle']
    : ['place', 'bids', 'settle'])
    if (!heard.includes(wanted)) problems.push(`${game}: nothing was said about ${wanted}, only about ${heard}`);
  await page.click('[data-questions]');
  let asked = 0;
  while (await page.$('[data-right=true]')) {
    await page.click('[data-right=true]');
    await page.click('[data-next-lesson]');
    asked += 1;
  }
  if (!asked) problems.push(`${game}: no question was left`);
  await page.click('.questions .button.primary.large');
  await page.waitForSelector('.asks');
}
await browser.close();
for (const problem of problems) console.log(problem);
process.exitCode = problems.length ? 1 : 0;
