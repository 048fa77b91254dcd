// A walk through the whole house, every screen once, with both games played to their end on the way. Whoever walks
// along looks at each in their own way.
import { launch, newcomer, playOn } from './player.js';
import { BAD_RECORD, choose, recordText } from './records.js';

export const GAMES = ['vabanque', 'bankueberfall'];

/** What somebody brings along who walks through: as many at the table as it holds, for there room runs out. */
export const KEPT = { 'play.vabanque': '6 novice', 'play.bankueberfall': '4 novice' };

const onwards = (page, until) => playOn(page, { until, painted: false });

/** Milliseconds for what the house has to think about; longer where somebody else keeps the machine busy. */
const THOUGHT = 120_000;

/** How somebody goes to a room and waits for what stands there. */
export function visits(page, address) {
  return async (room, wait, timeout = 30_000) => {
    await page.goto(`${address}/#/${room}`);
    await page.waitForSelector(wait, { timeout });
  };
}

/** Every screen's name, once it stands there in `page`; `thinks` has games looked over for real, which takes a while. */
export async function* walk(page, address, thinks) {
  const visit = visits(page, address);
  await page.goto(address);
  await page.waitForSelector('[data-play]');
  yield 'front';
  await page.click('header button:last-of-type');
  yield 'settings';
  await page.keyboard.press('Escape');
  for (const [room, wait] of [
    ['new', 'form.room option'],
    ['watch', '.room'],
    ['learn/vabanque', '[data-right]'],
    ['learn/bankueberfall', '[data-right]'],
    ['join/nothing', 'form'],
    ['table/nothing', '[role=alert]'],
  ]) {
    await visit(room, wait.replace(' option', ':has(option)'));
    yield room.replace('/', '-');
  }
  await visit('learn/bankueberfall', '[data-right]');
  await page.click('[data-right=true]');
  yield 'lesson';
  yield* lobby(page, visit);
  yield* device(page, visit);
  yield* daily(page, visit);
  for (const game of GAMES) yield* tutorial(page, visit, game);
  for (const game of GAMES) yield* wholeGame(page, address, game, thinks);
  await visit('records', '.room');
  yield 'records';
  yield* files(page, visit);
}

async function* lobby(page, visit) {
  await visit('new', 'form.room:has(option)');
  await page.fill('form.room input', 'Maximiliana Overlong');
  await page.click('form.room button.primary');
  await page.waitForSelector('[data-link]');
  yield 'lobby';
}

/** Two at one device: the curtain, and what is behind it. */
async function* device(page, visit) {
  await visit('device', 'form.room:has(option)');
  yield 'device';
  for (const [nth, name] of ['Anna', 'Maximiliana Overlong'].entries())
    await page.fill(`[data-person] >> nth=${nth}`, name);
  await page.click('[data-begin]');
  await page.waitForSelector('[data-curtain]');
  yield 'curtain';
  await page.click('[data-lift]');
  await page.waitForSelector('.asks.mine');
  yield 'curtain-lifted';
}

/** The challenges of the day: those of each game before and after one has decided, and the week with both of them. */
export async function* daily(page, visit) {
  for (const game of GAMES) {
    await visit(`challenge/${game}`, '.asks.mine', THOUGHT);
    yield `daily-${game}`;
    await onwards(page, '[data-verdict]:not([data-verdict=""])');
    yield `daily-${game}-answered`;
  }
  await visit('challenge/nothing', '[role=alert]');
  yield 'daily-nothing';
  await visit('daily', '[data-streak="1"]');
  yield 'daily';
}

/** The round that is played and explained: each new piece of advice, the end, and a question. */
async function* tutorial(page, visit, game) {
  await visit(`tutorial/${game}`, '.coach[data-advice]:not([data-advice=""])');
  const heard = [];
  for (;;) {
    const advice = await page.getAttribute('.coach', 'data-advice');
    heard.push(advice);
    yield `tutorial-${game}-${advice}`;
    if (advice === 'done') break;
    const known = ['', ...heard].map((word) => `:not([data-advice="${word}"])`).join('');
    await onwards(page, `.coach${known}`);
  }
  await page.click('[data-questions]');
  await page.waitForSelector('[data-right]');
  yield `tutorial-${game}-question`;
}

/** A live game against as many as the table holds: the first decision of every kind, a settlement, the end, the replay. */
async function* wholeGame(page, address, game, thinks) {
  await page.goto(address);
  await page.click(`[data-play=${game}]`);
  await page.waitForSelector('.asks.mine');
  yield `${game}-first`;
  await page.click('.tools button:has(.lucide-book-open)');
  await page.waitForSelector('dialog ol');
  yield `${game}-rules`;
  await page.keyboard.press('Escape');
  await page.click('[data-explained]');
  const kinds =
    game === 'vabanque'
      ? {
          cards: '.hand button.lit',
          'one-laid': '.hand .away + .lit, .hand .lit:has(~ .away)',
          settlement: '[data-next]',
        }
      : { spying: '.targets', bid: '.bid', settlement: '[data-next]' };
  for (const [kind, until] of Object.entries(kinds))
    if ((await onwards(page, until)) === 'stopped') yield `${game}-${kind}`;
  if (game === 'vabanque') {
    await onwards(page, '.hand:not(:has(.lit)):has(.away):not(:has(button:not(.away)))');
    yield `${game}-all-laid`;
  }
  yield* hint(page, game);
  await onwards(page, '.end');
  yield `${game}-end`;
  yield* dialogs(page, game);
  yield* replay(page, address, game, thinks);
}

/** Near the end, where little is left to be played out. */
async function* hint(page, game) {
  const late = game === 'vabanque' ? '[data-round="3"][data-phase=pawns]' : '[data-last="3"]';
  if ((await onwards(page, `.screen.mine:has(${late})`)) !== 'stopped') return;
  await page.click('.tools button:has(.lucide-lightbulb)');
  await page.waitForSelector('[data-hint] ol', { timeout: THOUGHT });
  yield `${game}-hint`;
  await page.keyboard.press('Escape');
}

/** What lies behind the buttons of a phone. */
async function* dialogs(page, game) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.click('.end .button.quiet >> nth=0');
  await page.click('[data-log]');
  await page.waitForSelector('dialog');
  yield `${game}-log`;
  await page.keyboard.press('Escape');
  await page.click('.tools button:has(.lucide-scale)');
  await page.waitForSelector('dialog .again');
  yield `${game}-settlements`;
  await page.keyboard.press('Escape');
  await page.setViewportSize(before);
}

/** The replay in its middle, looked over by the house or with figures that only take up the same room. */
async function* replay(page, address, game, thinks) {
  if (!thinks)
    await page.route('**/analysis', async (route) => {
      const record = await (await fetch(route.request().url().replace('analysis', 'record?seen_by=open'))).json();
      await route.fulfill({ json: analysis(game, record) });
    });
  await page.goto(`${address}/#/record/${page.url().split('/').at(-1)}`);
  await page.waitForSelector('.replay');
  await page.click('.side .panel:has(h2) > .button');
  await page.waitForSelector('.side table', { timeout: THOUGHT });
  await page.$eval('.controls input', (input) => {
    input.value = '40';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  yield `${game}-replay`;
}

function analysis(game, { lobby, steps }) {
  const seats = Array.from({ length: lobby.seats }, (_, seat) => seat);
  const kinds = game === 'vabanque' ? ['raise', 'trap', 'bluff'] : ['paid', 'police', 'shading'];
  const worth = (move, share) => ({ move, share, within: 0.02 });
  const better = game === 'vabanque' ? 'lay trap 2' : 'place seductress 3';
  return {
    game,
    seats: lobby.seats,
    chances: [0, ...steps.keys()].map((at) => seats.map((seat) => (1 + Math.sin(at / 9 + seat)) / 2 / lobby.seats)),
    decisions: steps.flatMap(({ actor, move }, at) => {
      const judged = { chosen: worth(move, 0.2), best: [worth(better, 0.3)], cost: 0.1, within: 0.03 };
      return actor < 0 ? [] : [{ move: at + 1, seat: actor, ...judged }];
    }),
    turning_points: [12, 40, 55],
    bluffs: seats.map((seat) => kinds.map((kind, nth) => ({ kind, worked: 1 + seat + nth, tried: 12 - seat }))),
  };
}

/** A file that cannot be read, and one that can. */
async function* files(page, visit) {
  await choose(page, BAD_RECORD);
  await page.waitForSelector('[role=alert]');
  yield 'file-refused';
  await visit('records', '[data-record-file]');
  await choose(page, recordText('bankueberfall'));
  await page.waitForSelector('.replay');
  yield 'file';
}

/** Walk through with a page of one's own and look at every screen; what went wrong in the page is added to the problems. */
export async function walkThrough(address, problems, look, { thinks = false } = {}) {
  const browser = await launch();
  const page = await newcomer(browser, problems, { kept: KEPT });
  const seen = [];
  try {
    for await (const name of walk(page, address, thinks)) {
      seen.push(name);
      await look(page, name);
    }
  } catch (fault) {
    problems.push(`after ${seen.at(-1)}: ${fault}`);
  }
  await browser.close();
  return seen;
}
