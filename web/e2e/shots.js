// Pictures of every screen at four sizes in both lights: node e2e/shots.js ADDRESS FOLDER [language]
import { mkdirSync } from 'node:fs';
import { walkThrough } from './walk.js';

const [address, folder, language = 'en'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const SIZES = { phone: [360, 640], tablet: [768, 1024], desktop: [1440, 900], cinema: [3840, 2160] };
const problems = [];

async function picture(page, name) {
  const before = page.viewportSize();
  await page.selectOption('header select', language, { force: true });
  for (const [size, [width, height]] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark']) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png` });
    }
  await page.setViewportSize(before);
}

const seen = await walkThrough(address, problems, picture, { thinks: true });
console.log([`${seen.length} screens`, ...new Set(problems)].join('\n'));
