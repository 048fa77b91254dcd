import { has, t } from '../../i18n/index.svelte';
import { Refusal } from '../../wire/http';

/** Why a move was not made: a word of the table's or a rule's number, as a sentence. */
export function refused(rule: string): string {
  const key = `refused.${rule}`;
  return has(key) ? t(key) : t('refused.rule', { rule });
}

/** What the rules say about a record is for programmers; its line and the rule it breaks say where to look. */
function reason(sentence: string): string {
  const [, line, rule] = /^line (\d+): (?:([A-Z]\d+):)?/.exec(sentence) ?? [];
  if (line === undefined) return sentence;
  return rule === undefined ? t('problem.record_line', { line }) : t('problem.record_rule', { line, rule });
}

/** A fault as one clear sentence that says what to do next. */
export function explain(fault: unknown): string {
  if (!(fault instanceof Refusal)) return t('problem.failed');
  const key = `problem.${fault.code.replaceAll(' ', '_')}`;
  if (has(key)) return t(key, { sentence: reason(fault.message) });
  return fault.message ? t('problem.said', { sentence: fault.message }) : t('problem.failed');
}
