import { has, t } from '../../i18n/index.svelte';
import { Refusal } from '../../wire/http';

/** A fault as one clear sentence that says what to do next. */
export function explain(fault: unknown): string {
  if (!(fault instanceof Refusal)) return t('problem.failed');
  const key = `problem.${fault.code.replaceAll(' ', '_')}`;
  if (has(key)) return t(key);
  return fault.message ? t('problem.said', { sentence: fault.message }) : t('problem.failed');
}
