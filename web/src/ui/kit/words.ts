import { has, t } from '../../i18n/index.svelte';

/** Words of the house may grow without the page knowing them yet: then they are shown as they are written. */
function word(key: string, otherwise: string): string {
  return has(key) ? t(key) : otherwise;
}

export function gameTitle(game: string): string {
  return word(`game.${game}`, game);
}

export function levelName(level: string): string {
  return word(`level.${level}`, level);
}

export function optionName(option: string): string {
  return word(`option.${option}`, option.replaceAll('_', ' '));
}

/** An option and its value as a line of the rules of a table. */
export function optionLine(option: string, value: string): string {
  if (value === 'true' || value === 'false')
    return t(value === 'true' ? 'option.on' : 'option.off', { option: optionName(option) });
  const line = t('option.is', { option: optionName(option), value: optionWord(option, value) });
  const hint = optionHint(option, value);
  return hint ? `${line}. ${hint}` : line;
}

/** What a value of an option means at the table; nothing where its name says it. */
export function optionHint(option: string, value: string): string {
  return word(`option.${option}.${value}.hint`, '');
}

export function optionWord(option: string, value: string): string {
  return word(`option.${option}.${value}`, value);
}
