import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { omitSummaries } from './omit-summaries.ts';

const api = `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`;

/** Not screens of the app: calls, files, feeds. */
const SERVED_BY_API = [
  '/api',
  '/imagenes',
  '/correo-local',
  '/ayuda',
  '^/actividades(/[^/]+)?(\\.(ics|rss|json)|/og\\.png)',
  '^/sitemap.*\\.xml',
  '/robots.txt',
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: fileURLToPath(new URL('src/app/routes', import.meta.url)),
      generatedRouteTree: fileURLToPath(new URL('src/app/routeTree.gen.ts', import.meta.url)),
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
      // It is type-checked like the rest.
      routeTreeFileHeader: [],
      disableLogging: true,
    }),
    react(),
    omitSummaries,
  ],
  // React has had it since 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  server: {
    proxy: {
      ...Object.fromEntries(SERVED_BY_API.map(path => [path, { target: api }])),
      '/socket.io': { target: api, ws: true },
    },
  },
  build: {
    // A picture as data: would be counted with the JavaScript that carries it.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 500,
    // One file, known after the first page; painted screens bring what they need of it (first-styles.ts).
    cssCodeSplit: false,
    // Every browser that knows the rest of what is used here knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
});
