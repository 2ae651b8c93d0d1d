import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`;

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
      disableLogging: true,
    }),
    react(),
  ],
  server: {
    proxy: Object.fromEntries(['/api', '/imagenes', '/correo-local'].map(path => [path, { target: api }])),
  },
  build: {
    // A picture as data: would be counted with the JavaScript that carries it.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    // Every browser that knows the rest of what is used here knows modulepreload.
    modulePreload: { polyfill: false },
  },
});
