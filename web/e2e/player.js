// Plays in a real page as a person would: whatever glows may be clicked. Used to look at screens, not shipped.
import { chromium } from 'playwright-core';

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

/** Make one decision if one is open; false where there is none. */
export async function decide(page, random = Math.random) {
  return page.evaluate((dice) => {
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
  }, random());
}

/** Play on until the end panel stands there, or `stop(page)` says so. */
export async function playOn(page, stop = async () => false, limit = 180_000) {
  const until = Date.now() + limit;
  while (Date.now() < until) {
    if (await page.$('.end')) return 'end';
    if (await stop(page)) return 'stopped';
    if (!(await decide(page))) await page.waitForTimeout(40);
    else await page.waitForTimeout(15);
  }
  return 'timeout';
}

/** Pictures of the page as it stands, phone and desktop, light and dark, into a folder; none without one. */
export async function shootBoth(page, folder, name) {
  if (!folder) return;
  const before = page.viewportSize();
  for (const [size, width, height] of [
    ['phone', 360, 640],
    ['desktop', 1440, 900],
  ])
    for (const colorScheme of ['light', 'dark']) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(450); // until a curtain has settled
      await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png` });
    }
  await page.setViewportSize(before);
}
