// The challenge of the day: found from the front page, decided by keyboard alone, heard, answered once and for all, and
// remembered; one solved late counts for nothing, and a house that is busy is asked again: node e2e/daily.js ADDRESS
import { launch, newcomer, playOn } from './player.js';

const [address] = process.argv.slice(2);
const problems = [];
const insist = (holds, otherwise) => holds || problems.push(otherwise);
const browser = await launch();
const page = await newcomer(browser, problems);
const VERDICT = '[data-verdict]:not([data-verdict=""])';
const streak = () => page.getAttribute('[data-streak]', 'data-streak');
const told = () => page.$$eval('[data-verdict] li', (lines) => lines.map((line) => line.textContent));

// Somebody who has only a keyboard goes there from the front page.
await page.goto(address);
await page.locator('header a[href="/#/daily"]').press('Enter');
await page.waitForSelector('[data-streak="0"]');
await page.locator('a[href^="/#/challenge/vabanque/"].primary').press('Enter');
await page.waitForSelector('.asks.mine', { timeout: 120_000 });
insist((await page.$('[data-hint], .tools .lucide-lightbulb')) === null, 'advice is offered before the answer');
await page.locator('.hand button.lit >> nth=0').press('Enter');
await page.locator('.spot.can >> nth=0').press('Enter');
await page.waitForSelector(VERDICT);
insist(
  await page.evaluate(() => document.activeElement.matches('[data-verdict] h2')),
  'the verdict is not read out next',
);
insist((await page.$$('[aria-live] [tabindex="-1"]')).length > 0, 'the verdict is no news to a screen reader');
insist((await page.$$('.spot.can, .hand button.lit')).length === 0, 'something may still be chosen');

insist(
  (await page.getAttribute('[data-verdict] a.primary', 'href')).includes('/challenge/bankueberfall/'),
  'nothing leads on to the other challenge',
);

// It stays as it was.
const [first, at] = [await told(), page.url()];
await page.reload();
await page.waitForSelector(VERDICT);
insist(String(await told()) === String(first), 'the answer is another one after coming back');
insist((await page.$$('.spot.can, .hand button.lit')).length === 0, 'somebody who comes back may choose again');
await page.goto(`${address}/#/daily`);
await page.waitForSelector('[data-streak]');
insist((await streak()) === '1', 'the day does not count');

// One of the days before counts for nothing, and its answer is asked for until the house has heard it.
const before = await page.getAttribute('a.day[href*=vabanque] >> nth=-2', 'href');
insist(!at.endsWith(before), 'today is no day before');
await page.evaluate(() => localStorage.setItem('bluffhouse.daily', '{}'));
await page.route('**/api/daily/*', (route) =>
  route.request().method() === 'POST'
    ? route.fulfill({ status: 429, json: { code: 'rate', sentence: 'not now' } })
    : route.continue(),
);
await page.goto(`${address}${before}`);
await page.waitForSelector('.asks.mine', { timeout: 120_000 });
await playOn(page, { until: '[data-verdict] [role=alert]' });
await page.unroute('**/api/daily/*');
await page.click('[data-verdict] button');
await page.waitForSelector(VERDICT);
await page.goto(`${address}/#/daily`);
await page.waitForSelector('[data-streak]');
insist((await streak()) === '0', 'a day that was solved late counts');
insist((await page.$$('.day.best, .day.near, .day.worse')).length === 1, 'the late answer is not remembered');

// What does not exist is said in whatever language is chosen later, and offers nothing that cannot help.
await page.goto(`${address}/#/challenge/nothing`);
const refusal = page.locator('[role=alert] h1');
await refusal.waitFor();
const said = [];
for (const language of ['ja', 'de', 'en']) {
  await page.selectOption('.language select', language);
  await page.waitForSelector(`html[lang=${language}]`);
  said.push(await refusal.textContent());
}
insist(new Set(said).size === said.length, `a refusal keeps its language: ${said}`);
insist((await page.$$('main .button')).length === 1, 'somebody may ask again for what does not exist');

await browser.close();
for (const problem of problems) console.log(problem);
process.exitCode = problems.length ? 1 : 0;
