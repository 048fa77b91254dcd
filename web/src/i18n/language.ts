export const LANGUAGES = { en: 'English', fr: 'Français', it: 'Italiano', ja: '日本語', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export type Messages = Readonly<Record<string, string>>;

export function isLanguage(word: string | null | undefined): word is Language {
  return word != null && Object.hasOwn(LANGUAGES, word);
}

/** The first language somebody reads that the house speaks. */
export function preferred(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const word = wish.slice(0, 2).toLowerCase();
    if (isLanguage(word)) return word;
  }
  return 'en';
}
