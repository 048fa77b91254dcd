/** What this browser remembers between visits; storage may be refused, and then it remembers nothing. */
const PREFIX = 'bluffhouse.';

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // A browser that keeps nothing is still played in.
  }
}
