import { say, type Sentence } from '../../model/sentence';

/** What is said where a field must be filled and is not, with the cursor put into it; `asks` tells what each asks for. */
export function firstBlank(form: HTMLFormElement, asks: (nth: number) => Sentence): Sentence | null {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[required]')];
  const nth = fields.findIndex((field) => !field.value.trim());
  fields[nth]?.focus();
  return nth < 0 ? null : say('field_missing', { field: asks(nth) });
}
