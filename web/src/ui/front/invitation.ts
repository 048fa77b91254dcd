/** The links of tables this browser set up: told once by the house, kept for as long as the page is open. */
const links = new Map<string, string>();

export function keepLink(table: string, link: string): void {
  links.set(table, link);
}

export function linkOf(table: string): string | null {
  return links.get(table) ?? null;
}
