// Texts that want to be scripts, and pages of another site: node e2e/attack.js ADDRESS
// Nothing may run, nothing but text may appear, nothing may change.
import { createServer } from 'node:http';
import { recorded, seated, until } from './film.js';
import { PAYLOADS } from './payloads.js';
import { STILL, launch } from './player.js';

const [address] = process.argv.slice(2);
const LONGEST = 120_000;
const browser = await launch();
const problems = [];
let step = 'nothing was looked at yet';
const insist = (good, what) => good || problems.push(what);

async function guarded() {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...STILL });
  await context.addInitScript(() => {
    if (origin !== 'null') localStorage.setItem('bluffhouse.speed', 'off');
    globalThis.reports = [];
    addEventListener('securitypolicyviolation', (event) => globalThis.reports.push(event.violatedDirective));
  });
  const page = await context.newPage();
  page.on('dialog', (dialog) => (problems.push(`a dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on('pageerror', (error) => problems.push(`an error: ${error}`));
  return page;
}

/** How many elements of each kind the page has; whether a script ran or the policy had to stop one. */
const state = () => ({
  ran: globalThis.pwned !== undefined,
  reports: globalThis.reports,
  kinds: [...new Set([...document.querySelectorAll('*')].map(({ localName }) => localName))].sort().join(' '),
  handlers: [...document.querySelectorAll('*')].filter(({ attributes }) =>
    [...attributes].some(({ name }) => name.startsWith('on')),
  ).length,
});

async function quiet(page, kinds, where) {
  step = `looking at ${where}`;
  const now = await page.evaluate(state);
  step = `after ${where}`;
  insist(!now.ran, `${where}: a script ran`);
  insist(!now.reports.length, `${where}: the policy had to stop ${now.reports}`);
  insist(!now.handlers, `${where}: an element with a handler`);
  if (kinds !== null) insist(now.kinds === kinds, `${where}: other elements: ${now.kinds} instead of ${kinds}`);
  return now.kinds;
}

/** As names of the people, in chat, in a refusal: everything a page writes that it was told. */
async function told() {
  // A long log is written anew for every name: some names go through all of it, all of them through its beginning.
  for (const [film, people, texts, told] of [
    ['vabanque-6-seat', 6, PAYLOADS, 12],
    ['vabanque-6-seat', 6, PAYLOADS.slice(0, 60), -12],
    ['bankueberfall-3-seat', 3, PAYLOADS.slice(-60), -12],
  ]) {
    const page = await guarded();
    const frames = recorded(film);
    const table = await seated(page, address);
    table.tell(until(frames, told < 0 ? frames.length + told : told));
    await page.waitForSelector('.felt');
    table.tell({ type: 'said', table: 't1', seat: 0, text: 'x' });
    await page.waitForSelector('.chat li');
    const kinds = await quiet(page, null, film);
    for (let at = 0; at < texts.length; at += people) {
      const some = Array.from({ length: people }, (_, nth) => texts[(at + nth) % texts.length]);
      const { lobby } = frames[0];
      const chairs = lobby.chairs.map((chair, seat) => ({ ...chair, name: some[seat] }));
      table.tell({ type: 'lobby', lobby: { ...lobby, chairs } });
      for (const [seat, text] of some.entries()) table.tell({ type: 'said', table: 't1', seat, text });
      const last = await page.waitForFunction(
        (text) => [...document.querySelectorAll('.chat li')].at(-1)?.textContent.includes(text),
        some.at(-1),
      );
      insist(last, `${film}: «${some.at(-1)}» is not shown as text`);
      await quiet(page, kinds, `${film} ${at}`);
    }
    await page.context().close();
  }
}

/** Through the house itself: a name, a link, a code, a line of chat. */
async function typed() {
  const page = await guarded();
  for (const text of PAYLOADS.slice(0, 12)) {
    await page.goto(`${address}/#/join/${encodeURIComponent(text)}`);
    const link = `${address}/t/${encodeURIComponent(text.replaceAll('/', ''))}#${encodeURIComponent(text)}`;
    await page.goto(link);
    // on a busy machine the table that the text before has opened may only now take the page away: then go there again
    const came = await page.waitForSelector('form', { timeout: 10_000 }).catch(() => null);
    if (!came) await page.goto(link);
    await page.waitForSelector('form');
    await page.fill('form input', text);
    await page.click('form button');
    await quiet(page, null, `a link «${text}»`);
    await page.goto(`${address}/#/new`);
    await page.waitForSelector('form.room:has(option)');
    await page.fill('form.room input', text.slice(0, 20));
    await page.click('form.room button.primary');
    await quiet(page, null, `typed «${text}»`);
    await page.goto(`${address}/#/record/${encodeURIComponent(text)}`);
    await quiet(page, null, `record «${text}»`);
  }
  await page.context().close();
}

/** What a page of another site can do in the browser of somebody who plays here. */
async function foreign() {
  const evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>evil'));
  await new Promise((done) => evil.listen(0, '127.0.0.1', done));
  const page = await guarded();
  await page.goto(address);
  await page.evaluate(() =>
    fetch('/api/guests', {
      method: 'POST',
      body: '{"name":"Victim"}',
      headers: { 'content-type': 'application/json' },
    }),
  );
  await page.goto(`http://localhost:${evil.address().port}/`);
  const done = await page.evaluate(async (house) => {
    const tries = [];
    for (const [method, path, body] of [
      ['GET', '/api/me', null],
      ['GET', '/api/tables/mine', null],
      ['POST', '/api/tables', '{"game":"vabanque","seats":3}'],
      ['POST', '/api/guests', '{"name":"Mallory"}'],
      ['PATCH', '/api/me', '{"name":"Mallory"}'],
      ['DELETE', '/api/me', null],
      ['POST', '/api/invites/redeem', '{"invite":"ABCDE"}'],
    ])
      for (const [mode, type] of [
        ['cors', 'application/json'],
        ['cors', 'text/plain'],
        ['no-cors', 'text/plain'],
      ]) {
        const answer = await fetch(house + path, {
          method,
          mode,
          credentials: 'include',
          signal: AbortSignal.timeout(10_000),
          ...(body === null ? {} : { body, headers: { 'content-type': type } }),
        }).catch(() => null);
        if (answer && answer.type !== 'opaque') tries.push(`${method} ${path} answered ${answer.status}`);
      }
    const socket = new WebSocket(`${house.replace('http', 'ws')}/api/socket`);
    const opened = await new Promise((settle) => {
      socket.onopen = () => settle(true);
      socket.onclose = socket.onerror = () => settle(false);
      setTimeout(settle, 10_000, false);
    });
    if (opened) tries.push('the socket opened');
    const form = Object.assign(document.createElement('form'), {
      action: `${house}/api/tables`,
      method: 'POST',
      target: 'f',
    });
    form.enctype = 'text/plain';
    const frame = Object.assign(document.createElement('iframe'), { name: 'f', src: house });
    const field = Object.assign(document.createElement('input'), {
      name: '{"game":"vabanque","seats":3,"x":"',
      value: '"}',
    });
    form.append(field);
    document.body.append(frame, form);
    form.submit();
    await new Promise((settle) => setTimeout(settle, 300));
    return tries;
  }, address);
  for (const what of done) problems.push(`from another site: ${what}`);
  await page.goto(address);
  const after = await page.evaluate(async () => ({
    me: await fetch('/api/me').then((answer) => answer.json()),
    mine: await fetch('/api/tables/mine').then((answer) => answer.json()),
  }));
  insist(after.me.name === 'Victim', `another site changed who somebody is: ${JSON.stringify(after.me)}`);
  insist(after.mine.tables.length === 0, 'another site opened a table');
  evil.close();
}

const closed = () => browser.close();

/** What a page is asked may never be answered: then it says which part waits, where, and what was found so far. */
const within = (part) =>
  Promise.race([
    part(),
    new Promise((_, fail) =>
      setTimeout(() => fail(new Error(`«${part.name}» does not end; ${step}; ${problems}`)), LONGEST).unref(),
    ),
  ]);

insist(PAYLOADS.length === 500, `only ${PAYLOADS.length} texts`);
for (const part of [told, typed, foreign, closed]) await within(part);
for (const problem of [...new Set(problems)]) console.log(problem);
console.log(`${PAYLOADS.length} texts, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;
