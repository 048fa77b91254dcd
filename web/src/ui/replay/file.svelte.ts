import { go } from '../route.svelte';

/** The record file that somebody gave to the page; it is kept nowhere, so a reload forgets it. */
let text: string | null = $state.raw(null);

export function given(): string | null {
  return text;
}

export async function giveFile(file: File): Promise<void> {
  text = await file.text();
  go('file');
}

/** Take a file dropped anywhere on the page. */
export function dropped(event: DragEvent): void {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  void giveFile(file);
}

/** Say that files may be dropped here, or the browser would open them itself. */
export function hovering(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}
