// Makes the page installable and its second visit quick. Only files whose name changes with their content are kept:
// a page, an answer or a game is never served from here.
const CACHE = 'bluffhouse-assets';
const KEPT = 120;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || !url.pathname.startsWith('/assets/')) return;
  event.respondWith(answered(event));
});

// The page waits for no keeping, and does without it where there is no room.
async function answered(event) {
  const kept = await caches.match(event.request).catch(() => undefined);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(event.request, answer.clone()).catch(() => undefined));
  return answer;
}

async function keep(request, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(request, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - KEPT)).map((old) => cache.delete(old)));
}
