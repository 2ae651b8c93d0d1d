import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { mantineStyles } from './mantine-styles.ts';
import { omitServerParts } from './omit-server-parts.ts';

const api = `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`;

/** Addresses of the API that are not screens. */
const SERVED_BY_API = [
  '/api',
  '/imagenes',
  '/correo-local',
  '/ayuda',
  '/privacidad',
  '/terminos',
  '^/a/',
  '^/actividades(/[^/]+)?(\\.(ics|rss|json)|/og\\.png)',
  '^/colectivos/[^/]+(\\.(ics|rss|json)|/og\\.png)',
  '^/sitemap.*\\.xml',
  '/robots.txt',
];

/** Found by their names: by browser tests, which delay them, and by the service worker, which leaves them out (service-worker.ts). */
const NAMED_CHUNKS = new Set([
  ...['initial', 'rolldown-runtime', 'actividades.index', 'notification-panel'],
  ...['passwords.json', 'commonWords.json', 'map-engine'],
]);

/** Vite's default name of a class includes its line, which makes every name longer. The builds of client and server must agree on it. */
function scopedName(name: string, file: string): string {
  const hash = createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url');
  return `${name}_${hash.slice(0, 4)}`;
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  css: { modules: { generateScopedName: scopedName } },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: fileURLToPath(new URL('src/app/routes', import.meta.url)),
      generatedRouteTree: fileURLToPath(new URL('src/app/routeTree.gen.ts', import.meta.url)),
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
      // Type-checked and formatted like the rest.
      routeTreeFileHeader: [],
      disableLogging: true,
    }),
    react(),
    omitServerParts,
    mantineStyles,
  ],
  // Part of React since 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  server: {
    proxy: {
      ...Object.fromEntries(SERVED_BY_API.map(path => [path, { target: api }])),
      '/socket.io': { target: api, ws: true },
    },
  },
  build: {
    // An image as a data URL would count as JavaScript.
    assetsInlineLimit: 0,
    // MapLibre, loaded by the map only, is one module of 1.1 MB.
    chunkSizeWarningLimit: 1100,
    // One file, cached after the first page; server-rendered screens have their critical CSS inline (critical-css.ts).
    cssCodeSplit: false,
    // Every browser that supports the rest of what is used here supports modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Schemas have no effects: what nothing reads is dropped (omit-server-parts.ts).
      treeshake: { manualPureFunctions: ['z', 'endpoint'] },
      output: {
        codeSplitting: { groups: chunkGroups },
        // The entry lists all chunks: with their names it would be 2.5 kB larger on every screen.
        chunkFileNames: ({ name }) =>
          NAMED_CHUNKS.has(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
      },
    },
  },
});
