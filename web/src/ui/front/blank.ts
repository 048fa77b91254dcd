/** What the first field asks for that must be filled and is not, with the cursor put into it; null where none is. */
export function firstBlank(form: HTMLFormElement): string | null {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[required]')];
  const blank = fields.find((field) => !field.value.trim());
  blank?.focus();
  return blank ? (blank.labels?.[0]?.textContent?.trim() ?? '') : null;
}
