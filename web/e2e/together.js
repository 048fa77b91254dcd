// Three browsers at one table by link and one that looks on; one leaves and comes back, one leaves for good; then a
// whole game by keyboard alone: node e2e/together.js ADDRESS [night], of a house that does not wait long for the absent.
import { launch, newcomer, playOn } from './player.js';

const [address, night] = process.argv.slice(2);
const browser = await launch();
const problems = [];

function insist(good, what) {
  if (!good) problems.push(what);
}

function person() {
  return newcomer(browser, problems, { width: 1000 });
}

async function byLink(game) {
  const [ann, bob, cleo, dora] = await Promise.all([1, 2, 3, 4].map(person));
  await ann.goto(`${address}/#/new`);
  await ann.waitForSelector(`[data-game=${game}]`, { state: 'attached' });
  await ann.fill('form.room input', 'Ann');
  await ann.check(`[data-game=${game}]`, { force: true });
  await ann.selectOption('form.room select >> nth=0', '3');
  await ann.click('form.room button.primary');
  const link = await ann.inputValue('[data-link]');
  for (const [page, name] of [
    [bob, 'Bob'],
    [cleo, 'Cleo'],
  ]) {
    await page.goto(link);
    await page.fill('input', name);
    await page.click('button.primary');
    await page.click('[data-sit] >> nth=0');
    await page.waitForSelector('text=Leave the seat');
  }
  await dora.goto(link);
  await dora.fill('input', 'Dora');
  await dora.click('button.primary');
  await dora.waitForSelector('.room');
  await ann.click('[data-start]');
  const url = ann.url();
  const annPlays = playOn(ann);
  const bobLeaves = playOn(bob, { most: 20 }).then((how) =>
    bob
      .context()
      .close()
      .then(() => how),
  );
  insist((await playOn(cleo, { most: 30 })) === 'enough', `${game}: Cleo could not play`);
  insist((await bobLeaves) === 'enough', `${game}: Bob could not play`);
  insist(!(await dora.$('[data-anchor=hand]')), `${game}: an onlooker has a hand`);
  const context = cleo.context();
  await cleo.close();
  await new Promise((done) => setTimeout(done, 500));
  const back = await context.newPage();
  await back.goto(url);
  const ends = await Promise.all([playOn(back), annPlays, playOn(dora)]);
  insist(
    ends.every((end) => end === 'end'),
    `${game}: those who stayed ended with ${ends}`,
  );
  const logs = await Promise.all(
    [ann, back, dora].map((page) =>
      page.$$eval('.end ol li', (rows) => rows.map((row) => row.dataset.place).join(' | ')),
    ),
  );
  insist(new Set(logs).size === 1, `${game}: different rankings: ${logs}`);
}

async function byKeyboard(game) {
  const page = await person();
  await page.goto(address);
  await page.waitForSelector('[data-play]');
  await page.focus(`[data-play=${game}]`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.board');
  const until = Date.now() + 150_000;
  while (Date.now() < until && !(await page.$('.end'))) {
    if (await page.$('[data-next]')) await page.keyboard.press('Enter');
    else if (await page.$('.bid')) {
      await page.focus('#bid-amount');
      await page.keyboard.type('2');
      await page.keyboard.press('Enter');
    } else if (await page.$('.asks.mine')) {
      if (await page.$('.hand button.lit')) await page.keyboard.press(String(1 + Math.floor(Math.random() * 5)));
      const target = await page.$('.targets button');
      if (target) await target.press('Enter');
      else {
        await page.focus('.spot[tabindex="0"]');
        for (let step = Math.random() * 9; step > 0; step--) await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
      }
    } else await page.waitForTimeout(30);
    await page.waitForTimeout(10);
  }
  insist(await page.$('.end'), `${game}: stuck with the keyboard`);
}

await byLink('vabanque');
await byKeyboard('bankueberfall');
if (night) {
  await byLink('bankueberfall');
  await byKeyboard('vabanque');
}
await browser.close();
for (const problem of problems) console.log(problem);
process.exitCode = problems.length ? 1 : 0;
