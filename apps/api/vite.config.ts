import { defineConfig } from 'vite';
import { leanBundle } from '../../scripts/lean-bundle.ts';

/** The built API with its packages, but for those that read files of their own and those that few installations load. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
  plugins: [leanBundle],
  ssr: {
    external: [
      // Its decorators need reflect-metadata first, an order that the bundle does not keep.
      '@simplewebauthn/server',
      'sharp',
      'satori',
      '@scalar/fastify-api-reference',
      '@aws-sdk/client-s3',
      '@aws-sdk/s3-request-presigner',
    ],
  },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        'create-superadmin': 'src/create-superadmin.ts',
        'reset-second-factor': 'src/reset-second-factor.ts',
        'reset-superadmin': 'src/reset-superadmin.ts',
        'audit-log': 'src/audit-log.ts',
        deliveries: 'src/deliveries.ts',
        map: 'src/map.ts',
        backup: 'src/backup.ts',
        restore: 'src/restore.ts',
        'image-process': 'src/image-process.ts',
        'calendar-thread': 'src/calendar-thread.ts',
      },
      // Flat: paths.ts finds the repository's folders from its own place, one below apps/api as in the sources.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
