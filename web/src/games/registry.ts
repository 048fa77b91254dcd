import type { GameModule } from './module';

const modules = import.meta.glob<{ default: GameModule }>('./*/index.ts');
const loaded = new Map<string, Promise<GameModule>>();

/** The module of a game; a game without a folder of its own gets the plain one. */
export function load(game: string): Promise<GameModule> {
  const path = `./${game}/index.ts`;
  const found = path in modules ? path : './plain/index.ts';
  let promise = loaded.get(found);
  if (!promise) {
    promise = modules[found]!().then((module) => module.default);
    // A failed load (connection lost) may be tried again.
    promise.catch(() => loaded.delete(found));
    loaded.set(found, promise);
  }
  return promise;
}

export const WITH_ARTWORK = ['vabanque', 'bankueberfall'] as const;
