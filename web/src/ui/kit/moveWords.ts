import { counted, say, type Sentence, type Value } from '../../model/sentence';

/** The names of what follows a move's first word in the notation of records. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  stand: ['place'],
  chip: ['place'],
  lay: ['card', 'place'],
  move: ['count'],
  place: ['card', 'place'],
  spy: ['place', 'nth'],
  reveal: ['place', 'nth'],
  rob: ['place'],
  bid: ['count'],
  skip: [],
};

/** A move in notation as words; one that is not known here stays as it is written. */
export function moveWords(game: string, move: string): Sentence | string {
  const [verb = '', ...rest] = move.split(' ');
  const parts = PARTS[verb];
  if (parts?.length !== rest.length) return move;
  const values: Record<string, Value> = {};
  parts.forEach((part, at) => {
    const word = rest[at]!;
    if (part === 'card') values[part] = { term: `${game}.card.${word}` };
    else values[part] = part === 'count' ? Number(word) : counted(Number(word));
  });
  return say(`move.${verb}`, values);
}
