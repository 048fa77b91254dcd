/** A page that demands trusted addresses for scripts takes this one, and no other, for its worker. */
interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): string;
  };
}

const WORKER = '/sw.js';

export function installWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  const address = policies
    ? policies.createPolicy('bluffhouse-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER)
    : WORKER;
  // Without a worker the page plays just the same.
  navigator.serviceWorker.register(address).catch(() => undefined);
}
