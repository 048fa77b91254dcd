// A screen in every language at every size: nothing cut, nothing too wide, no message missing.
import { faults } from './faults.js';

const SIZES = { phone: [360, 640], tablet: [768, 1024], desktop: [1440, 900], cinema: [3840, 2160] };
/** A phone held across. */
const ACROSS = { across: [740, 360] };
const LANGUAGES = ['en', 'fr', 'it', 'ja', 'de'];
let taken = 0;

/** Runs in the page: what is wrong in each language, without loading it anew. */
const inEach = `async (languages) => {
  const faults = ${faults};
  await new Promise((drawn) => requestAnimationFrame(drawn)); // a board measures itself
  await document.fonts.ready; // words are as wide as their letters, which may be on their way
  const select = document.querySelector('header select');
  const found = [];
  for (const language of languages) {
    select.value = language;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    do await new Promise((done) => setTimeout(done)); // the page says its new language before it is drawn in it
    while (document.documentElement.lang !== language);
    for (const fault of faults()) found.push(\`\${language}: \${fault}\`);
  }
  return found;
}`;

/** What does not fit or is not said, in words; the page is left as large as it was. */
export async function misfits(page, sizes = Object.keys(SIZES)) {
  const found = [];
  const before = page.viewportSize();
  const shown = (how) => page.evaluate((word) => void (document.documentElement.style.visibility = word), how);
  await shown('hidden'); // to be measured nothing need be painted, which takes longest on the largest
  for (const size of sizes) {
    const [width, height] = { ...SIZES, ...ACROSS }[size];
    await page.setViewportSize({ width, height });
    const faulty = await page.evaluate(`(${inEach})(${JSON.stringify(LANGUAGES)})`);
    found.push(...faulty.map((fault) => `${size} ${fault}`));
    taken += LANGUAGES.length;
  }
  await page.setViewportSize(before);
  await shown('');
  return found;
}

/** How often a screen was looked at. */
export function looks() {
  return taken;
}
