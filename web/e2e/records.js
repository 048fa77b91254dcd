// Games as text: what somebody might have as a file.
import { readFileSync, readdirSync } from 'node:fs';

const golden = new URL('../../tests/golden/', import.meta.url);

/** A whole recorded game; the tests keep theirs with every view written between the moves. */
export function recordText(game) {
  const name = readdirSync(new URL(`${game}/`, golden)).find((file) => file.endsWith('.txt'));
  return readFileSync(new URL(`${game}/${name}`, golden), 'utf8')
    .split('\n')
    .filter((line) => /^((game|seats|edition|[a-z_]+_[a-z]+|screens): |---|dealer |s\d )/.test(line))
    .join('\n');
}

/** Give the page a record as somebody does who chooses a file. */
export function choose(page, text) {
  return page.setInputFiles('[data-record-file]', {
    name: 'game.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
}

export const BAD_RECORD = 'game: vabanque\nseats: 3\n---\ndealer first s9\n';
