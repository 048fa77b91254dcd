// A record file dropped on the page and one chosen, stepped through and seen by others; a bad one: node e2e/replayfile.js ADDRESS
import { launch, newcomer } from './player.js';
import { BAD_RECORD, choose, recordText } from './records.js';

const [address] = process.argv.slice(2);
const problems = [];
const browser = await launch();
const page = await newcomer(browser, problems);

function insist(good, what) {
  if (!good) problems.push(what);
}

async function drop(text) {
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'game.txt', { type: 'text/plain' }));
    return data;
  }, text);
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

for (const game of ['vabanque', 'bankueberfall']) {
  await page.goto(`${address}/#/`);
  await page.waitForSelector('[data-play]');
  await drop(recordText(game));
  await page.waitForSelector('.replay');
  const last = Number(await page.getAttribute('.controls input', 'max'));
  insist(last > 20, `${game}: a film of ${last} pictures`);
  await page.keyboard.press('ArrowRight');
  insist((await page.textContent('.count')).startsWith('1 /'), `${game}: a step`);
  await page.selectOption('.replay select >> nth=0', 's0');
  await page.selectOption('.replay select >> nth=1', { index: 2 });
  insist(!(await page.$('.replay a[download]')), `${game}: a file has no link to share`);
}
await page.goto(`${address}/#/records`);
await page.waitForSelector('[data-record-file]', { state: 'attached' });
await choose(page, BAD_RECORD);
insist(/line 4/.test(await page.textContent('[role=alert]')), 'a bad file is refused with its line');
await browser.close();
for (const problem of problems) console.log(problem);
process.exitCode = problems.length ? 1 : 0;
