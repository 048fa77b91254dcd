import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// While the page is being worked on: the house runs elsewhere and takes changes from its own pages only.
const house = process.env['BLUFFHOUSE_SERVER'] ?? 'http://127.0.0.1:8000';

const proxy = { '/api': { target: house, changeOrigin: true, ws: true, headers: { origin: house } } };
// As strict as the house itself, so that a preview breaks where the real page would.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'";

/** What only the terminal says is not sent to the page. */
const messages = {
  name: 'messages',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | null {
    if (!/\/messages\/\w+\.json$/.test(id)) return null;
    const said = Object.entries(JSON.parse(code)).filter(([key]) => !key.startsWith('terminal.'));
    return JSON.stringify(Object.fromEntries(said));
  },
};

export default defineConfig({
  plugins: [messages, svelte()],
  build: {
    // Inside the Python package, so that the wheel carries the page.
    outDir: fileURLToPath(new URL('../src/bluffhouse/web', import.meta.url)),
    emptyOutDir: true,
    // The page allows no data: addresses but for images; fonts and scripts stay files.
    assetsInlineLimit: 0,
  },
  server: { proxy },
  preview: { proxy, headers: { 'content-security-policy': policy } },
  test: { include: ['src/**/*.test.ts', 'tests/**/*.test.ts'] },
});
