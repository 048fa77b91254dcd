import { has } from '../../i18n/index.svelte';
import { say, type Sentence, type Value } from '../../model/sentence';
import { Refusal } from '../../wire/http';

/** Why a move was not made: a word of the table's or a rule's number, as a sentence. */
export function refused(rule: string): Sentence {
  const key = `refused.${rule}`;
  return has(key) ? say(key) : say('refused.rule', { rule });
}

/** What the rules say about a record is for programmers; its line and the rule it breaks say where to look. */
function reason(sentence: string): Value {
  const [, line, rule] = /^line (\d+): (?:([A-Z]\d+):)?/.exec(sentence) ?? [];
  if (line === undefined) return sentence;
  return rule === undefined ? say('problem.record_line', { line }) : say('problem.record_rule', { line, rule });
}

/** A fault as one clear sentence that says what to do next, in whatever language is spoken when it is read. */
export function explain(fault: unknown): Sentence {
  if (!(fault instanceof Refusal)) return say('problem.failed');
  const key = `problem.${fault.code.replaceAll(' ', '_')}`;
  if (has(key)) return say(key, { sentence: reason(fault.message) });
  return fault.message ? say('problem.said', { sentence: fault.message }) : say('problem.failed');
}
