// What the front page and the table with one game load, compressed: node dev/size.js
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../src/bluffhouse/web/assets/', import.meta.url);
const LATER = /^(Learn|Lessons|Rules|Tutorial|Daily|Challenge|day|Replay|film|plain|dist|fr|it|ja|de)-/; // opened on demand; one language of five
const LIMIT = 120_000;
let total = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
  const size = gzipSync(readFileSync(new URL(name, folder))).length;
  if (!LATER.test(name)) total += size;
  console.log(`${String(size).padStart(7)} ${name}${LATER.test(name) ? ' (later)' : ''}`);
}
console.log(`${total} of ${LIMIT} bytes for front page, table and both games`);
process.exit(total > LIMIT ? 1 : 0);
