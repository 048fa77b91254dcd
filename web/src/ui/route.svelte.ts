/**
 * Where in the house the page is. Rooms are behind the #; the two addresses that people share are paths:
 * /t/CODE#SECRET leads to a table, /r/TABLE to a record.
 */
export interface Route {
  readonly room: string;
  readonly id: string;
  /** Which settlement of a record to begin with, counted from 0. */
  readonly nth: number | null;
}

function read(): Route {
  const hash = location.hash.slice(1);
  const [, door, word = ''] = location.pathname.split('/');
  if (door === 't' && !hash.startsWith('/')) return { room: 'join', id: hash || decodeURIComponent(word), nth: null };
  if (door === 'r' && !hash.startsWith('/')) return { room: 'record', id: decodeURIComponent(word), nth: null };
  const [room = '', id = '', nth = ''] = hash.replace(/^\//, '').split('/');
  return { room, id: decodeURIComponent(id), nth: /^\d+$/.test(nth) ? Number(nth) : null };
}

let route = $state.raw(read());

function moved(): void {
  route = read();
  scrollTo(0, 0);
}
addEventListener('hashchange', moved);
addEventListener('popstate', moved);

export function here(): Route {
  return route;
}

export function href(room: string, id = '', nth: number | null = null): string {
  if (!id) return room ? `/#/${room}` : '/#/';
  return `/#/${room}/${encodeURIComponent(id)}${nth === null ? '' : `/${nth}`}`;
}

export function go(room: string, id = ''): void {
  history.pushState(null, '', href(room, id));
  moved();
}

/** Go on without leaving a step back to the place left, such as a link whose secret is used. */
export function replace(room: string, id = ''): void {
  history.replaceState(null, '', href(room, id));
  moved();
}

/** Follow a link of the house without loading the page anew. */
export function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.pathname !== '/' || !link.hash || link.target) return;
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  moved();
}
