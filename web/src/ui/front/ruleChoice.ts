/** Only what was chosen travels, and nothing that belongs to the other game. */
export function differing(
  options: Readonly<Record<string, string>>,
  words: Readonly<Record<string, readonly string[]>>,
): Record<string, string> {
  const chosen = Object.keys(words).flatMap((option) => {
    const word = options[option];
    return word === undefined || word === '' ? [] : [[option, word] as const];
  });
  return Object.fromEntries(chosen);
}
