// What the front page and the table with both games load, compressed: node dev/size.js
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../src/bluffhouse/web/assets/', import.meta.url);
/** The page with its front and its table, what the table fetches when a game is played, and one language of five. */
const NEEDED = /^(index|vabanque|bankueberfall|ZzFX|en)-/;
const LIMIT = 120_000;
const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
const read = (name) => readFileSync(new URL(name, folder), 'utf8');

/** A file with all that it cannot run without; what it fetches later is no part of it. */
function whole(name, found) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, other] of read(name).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) whole(other, found);
  return found;
}

const needed = files.filter((name) => NEEDED.test(name)).reduce((found, name) => whole(name, found), new Set());
let total = 0;
for (const name of files) {
  const size = gzipSync(read(name)).length;
  if (needed.has(name)) total += size;
  console.log(`${String(size).padStart(7)} ${name}${needed.has(name) ? '' : ' (later)'}`);
}
console.log(`${total} of ${LIMIT} bytes for front page, table and both games`);
process.exit(total > LIMIT ? 1 : 0);
