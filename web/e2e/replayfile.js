// A record file dropped on the page and one chosen, stepped through and seen by others; a bad one: node e2e/replayfile.js ADDRESS [FOLDER]
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { launch } from './player.js';

const [address, folder] = process.argv.slice(2);
if (folder) mkdirSync(folder, { recursive: true });
const golden = new URL('../../tests/golden/', import.meta.url);
const problems = [];
const browser = await launch();
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
page.on('pageerror', (error) => problems.push(String(error)));

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
  const name = readdirSync(new URL(`${game}/`, golden)).find((file) => file.endsWith('.txt'));
  // The recorded games of the tests are records with every view written between the moves.
  const written = readFileSync(new URL(`${game}/${name}`, golden), 'utf8').split('\n');
  const text = written
    .filter((line) => /^((game|seats|edition|[a-z_]+_[a-z]+|screens): |---|dealer |s\d )/.test(line))
    .join('\n');
  await page.goto(`${address}/#/`);
  await page.waitForSelector('[data-play]');
  await drop(text);
  await page.waitForSelector('.replay');
  const last = Number(await page.getAttribute('.controls input', 'max'));
  insist(last > 20, `${game}: a film of ${last} pictures`);
  await page.keyboard.press('ArrowRight');
  insist((await page.textContent('.count')).startsWith('1 /'), `${game}: a step`);
  await page.selectOption('.replay select >> nth=0', 's0');
  await page.selectOption('.replay select >> nth=1', { index: 2 });
  insist(!(await page.$('.replay a[download]')), `${game}: a file has no link to share`);
  if (folder)
    for (const [size, width, height] of [
      ['phone', 360, 640],
      ['desktop', 1440, 900],
    ])
      for (const colorScheme of ['light', 'dark']) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${folder}/${game}-file-${size}-${colorScheme}.png`, fullPage: true });
      }
}
await page.goto(`${address}/#/records`);
await page.setInputFiles('[data-record-file]', {
  name: 'bad.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('game: vabanque\nseats: 3\n---\ndealer first s9\n'),
});
insist(/line 4/.test(await page.textContent('[role=alert]')), 'a bad file is refused with its line');
await browser.close();
for (const problem of problems) console.log(problem);
process.exitCode = problems.length ? 1 : 0;
