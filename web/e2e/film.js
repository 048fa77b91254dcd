// A page that is told a recorded game instead of a live one: its socket and its name are made up, all else is the house's.
import { readFileSync } from 'node:fs';

export function recorded(name) {
  return JSON.parse(readFileSync(new URL(`../tests/fixtures/${name}.json`, import.meta.url), 'utf8')).frames;
}

const PATIENCE = 30_000;

/** Seat a page at the recorded table; what it is told is up to the caller. */
export async function seated(page, address) {
  let line = null;
  let here;
  const open = new Promise((done) => (here = done));
  await page.route('**/api/me', (route) => route.fulfill({ json: { name: 'Ada' } }));
  await page.routeWebSocket('**/api/socket', (socket) => {
    line = socket;
    socket.onMessage((text) => {
      const frame = JSON.parse(text);
      if (frame.type === 'open') here();
    });
  });
  await page.addInitScript(() => localStorage.setItem('bluffhouse.name', 'Ada'));
  await page.goto(`${address}/#/table/t1`);
  await Promise.race([open, late(page)]);
  return { tell: (frame) => line.send(JSON.stringify(frame)) };
}

/** A page that asks for no table is not waited for: it says what stands there instead. */
async function late(page) {
  await new Promise((settle) => setTimeout(settle, PATIENCE).unref());
  throw new Error(`no table was asked for; there stands: ${await page.innerText('body', { timeout: PATIENCE })}`);
}

/** The sync that a page gets when it comes after so many frames: everything told until then. */
export function until(frames, count) {
  const told = frames.slice(0, count);
  const { view, moves, asked, clocks, seq } = told.at(-1);
  return { ...frames[0], events: told.flatMap((frame) => frame.events), view, moves, asked, clocks, seq };
}
