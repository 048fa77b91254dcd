// A game heard and not seen: the board is put together from the live region alone and must be the true one after
// every move. node e2e/listen.js ADDRESS
import { recorded, seated } from './film.js';
import { STILL, launch } from './player.js';

const [address] = process.argv.slice(2);
const browser = await launch();
const problems = [];

const NUMBER = '([−+]?[\\d,]+)';
const whole = (text) => Number(text.replace('−', '-').replaceAll(',', ''));
/** The casino or bank of that number: people count from 1. */
const place = (number) => Number(number) - 1;
/** «Ada 3, Bob 4, and Cleo 5» by seat. */
const bySeat = (text, names) => names.map((name) => whole(new RegExp(`${name} ${NUMBER}`).exec(text)[1]));

/** What each sentence does to the board that somebody has in their head; the first that fits is taken. */
const VABANQUE = [
  [/^(\w+) is drawn to begin/, (board) => board],
  [
    /^The pawns stand at these casinos: (.*)\.$/,
    (board, names, list) => Object.assign(board, { pawns: bySeat(list, names).map(place) }),
  ],
  [/^Round \d: /, (board) => board],
  [
    /^\w+ puts a chip of (\d+) on casino (\d+)/,
    (board, _, value, casino) => (board.chips[place(casino)] += Number(value)),
  ],
  [/^\w+ hides (?:a card|\w+) at casino (\d+)/, (board, _, casino) => (board.laid[place(casino)] += 1)],
  [
    /^(\w+) (?:stays at|walks .* to) casino (\d+)/,
    (board, names, name, casino) => (board.pawns[names.indexOf(name)] = place(casino)),
  ],
  [/^Casino (\d+) opens/, (board) => board],
  [/back unseen/, (board) => board],
  [
    /^Settlement of round \d: (.*)\.$/,
    (board, names, list) => {
      board.money = bySeat(list, names).map((earned, seat) => earned + board.money[seat]);
      board.laid.fill(0);
    },
  ],
  [/^The order is now/, (board) => board],
  [/^The game is over\. (.*) wins?/, (board, _, winners) => (board.winners = winners)],
];
const BANKUEBERFALL = [
  [/^A card from the pile goes face down to bank (\d)/, (board, _, bank) => (board.cards[place(bank)] += 1)],
  [/^\w+ lays (?:a card|\w+) at bank (\d)/, (board, _, bank) => (board.cards[place(bank)] += 1)],
  [/^\w+ turns up card \d+ of bank (\d): /, (board, _, bank) => (board.open[place(bank)] += 1)],
  [
    /^Bank (\d) is robbed\. .*Result: (.*)\.$/,
    (board, names, bank, list) => {
      board.wealth = bySeat(list, names).map((gain, seat) => gain + board.wealth[seat]);
      board.cards[place(bank)] = board.open[place(bank)] = 0;
    },
  ],
  [/^The game is over\. (.*) wins?/, (board, _, winners) => (board.winners = winners)],
  [/^\w+ (?:draws|turns up|cannot use|leaves it|peeks|calls|has chosen|bids|has laid)/, (board) => board],
  [/^All seven tiles/, (board) => board],
];

const sum = (values) => values.reduce((all, value) => all + value, 0);
const GAMES = {
  'vabanque-3-seat': {
    words: VABANQUE,
    seen: ({ chips, laid, pawns, money }) => ({
      chips: chips.map(sum),
      laid: laid.map((at) => at.length),
      pawns,
      money,
    }),
  },
  'bankueberfall-3-seat': {
    words: BANKUEBERFALL,
    seen: ({ banks, coins, credits }) => ({
      cards: banks.map((cards) => cards.length),
      open: banks.map((cards) => cards.filter(({ up }) => up).length),
      wealth: coins.map((own, seat) => own - 10 * credits[seat]),
    }),
  },
};

for (const [film, { words, seen }] of Object.entries(GAMES)) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, locale: 'en-GB', ...STILL });
  await context.addInitScript(() => localStorage.setItem('bluffhouse.speed', 'off'));
  const page = await context.newPage();
  const frames = recorded(film);
  const names = frames[0].lobby.chairs.map(({ name }) => name);
  const table = await seated(page, address);
  table.tell(frames[0]);
  await page.waitForSelector('[data-narration]', { state: 'attached' });
  await page.evaluate(() => {
    globalThis.spoken = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.localName === 'p') globalThis.spoken.push(node.textContent);
    }).observe(document.querySelector('[data-narration]'), { childList: true });
  });
  const board = { winners: '', ...structuredClone(seen(frames[0].view)) };
  let told = frames[0].events.length;
  for (const [at, frame] of frames.entries()) {
    if (at === 0) continue;
    told += frame.events.length;
    table.tell(frame);
    const sentences = await page.evaluate(async (count) => {
      const until = performance.now() + 10_000;
      while (globalThis.spoken.length < count && performance.now() < until) {
        document.querySelector('[data-next]')?.click();
        await new Promise((done) => setTimeout(done));
      }
      return globalThis.spoken.splice(0);
    }, frame.events.length);
    for (const sentence of sentences) {
      const [pattern, take] = words.find(([one]) => one.test(sentence)) ?? [];
      if (pattern) take(board, names, ...pattern.exec(sentence).slice(1));
      else problems.push(`${film}: nobody understands «${sentence}»`);
    }
    const { winners, ...heard } = board;
    if (JSON.stringify(heard) !== JSON.stringify(seen(frame.view)))
      problems.push(
        `${film}, frame ${at}: heard ${JSON.stringify(heard)}, true is ${JSON.stringify(seen(frame.view))}`,
      );
    if (frame.view.phase === 'over' && !winners) problems.push(`${film}: nobody heard who won`);
    if (problems.length) break;
  }
  console.log(`${film}: ${told} events`);
  await context.close();
}
await browser.close();
for (const problem of problems) console.log(problem);
process.exitCode = problems.length ? 1 : 0;
