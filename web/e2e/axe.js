// Accessibility faults of a screen, by day on a phone and in the evening on a desk; at night both lights on both.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const DAY = [
  ['light', 360],
  ['dark', 1280],
];
const NIGHT = [
  ['light', 1280],
  ['dark', 360],
];

/** What axe finds, in words; the page is left as it was. */
export async function violations(page, night) {
  const found = [];
  const before = page.viewportSize();
  if (!(await page.evaluate('Boolean(globalThis.axe)'))) await page.evaluate(axe);
  for (const [colorScheme, width] of night ? [...DAY, ...NIGHT] : DAY) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const told = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
    for (const { id, nodes } of told.violations)
      for (const { html, any } of nodes)
        found.push(`${colorScheme} ${width} ${id}: ${html.slice(0, 150)} ${any[0]?.message ?? ''}`);
  }
  await page.setViewportSize(before);
  return found;
}
