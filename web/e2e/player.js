// Plays in a real page as a person would: whatever glows may be clicked. Used to look at screens, not shipped.
import { chromium } from 'playwright-core';

/** What a context of somebody is made with who wants things to hold still; a glow costs as much as a game. */
export const STILL = { reducedMotion: 'reduce' };

export function launch(more = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

/** A new page for somebody who was never here, without animations; what goes wrong in it is a problem. */
export async function newcomer(browser, problems, { width = 1280, height = 800, kept = {} } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, ...STILL });
  await context.addInitScript(
    (words) => {
      if (origin === 'null') return; // before the first page there is nothing to keep it in
      for (const [key, word] of Object.entries(words))
        if (localStorage.getItem(`bluffhouse.${key}`) === null) localStorage.setItem(`bluffhouse.${key}`, word);
    },
    { speed: 'off', ...kept },
  );
  const page = await context.newPage();
  // A request that the house refuses is answered on the page; the browser mentions it too.
  const refused = /^Failed to load resource: the server responded with a status of 4/;
  page.on('console', (message) => {
    if (message.type() === 'error' && !refused.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return page;
}

/** Runs in the page: make one decision if one is open; false where there is none. */
function decided(dice) {
  const pick = (list) => list[Math.floor(dice * list.length)];
  const next = document.querySelector('[data-next]');
  if (next) return (next.click(), 'next');
  const seal = document.querySelector('.bid button[type=submit]');
  if (seal) {
    const input = document.querySelector('.bid .number');
    input.value = String(Math.floor(dice * (Number(input.max) / 2 + 1)));
    input.dispatchEvent(new Event('input', { bubbles: true }));
    return (seal.click(), 'bid');
  }
  const spots = [...document.querySelectorAll('.spot.can, .card.can[role=button]')];
  if (spots.length) return (pick(spots).dispatchEvent(new MouseEvent('click', { bubbles: true })), 'spot');
  const cards = [...document.querySelectorAll('.hand button.lit:not(.picked)')];
  if (cards.length) return (pick(cards).click(), 'card');
  return false;
}

/**
 * Play on in the page until something that fits `until` stands there («stopped»), so many decisions are made
 * («enough»), the end panel is there («end»), or it takes too long («timeout»). Whoever only wants to get there need
 * not have it painted.
 */
export function playOn(page, { until = '.end', most = Infinity, limit = 180_000, painted = true } = {}) {
  const how = JSON.stringify({ until, most: Number.isFinite(most) ? most : null, limit });
  const play = `(async ({ until, most, limit }) => {
    const decided = ${decided};
    const late = Date.now() + limit;
    for (let made = 0; Date.now() < late;) {
      if (document.querySelector(until)) return until === '.end' ? 'end' : 'stopped';
      if (document.querySelector('.end')) return 'end';
      if (most !== null && made >= most) return 'enough';
      if (decided(Math.random())) made += 1;
      // A frame, so that what was decided is drawn as for a person.
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
    return 'timeout';
  })(${how})`;
  if (painted) return page.evaluate(play);
  return page.evaluate(`(async () => {
    document.documentElement.style.visibility = 'hidden';
    const how = await ${play};
    document.documentElement.style.visibility = '';
    return how;
  })()`);
}
