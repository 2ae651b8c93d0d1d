import { defineConfig } from 'vite';

/**
 * The built API: our code and the contract's, and what letters need of React Email, which as a whole takes 11 MB of memory;
 * other packages stay where npm put them.
 */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: [/^@minga\/contract/, /^@react-email\/(?!render$)/] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        'create-superadmin': 'src/create-superadmin.ts',
        'audit-log': 'src/audit-log.ts',
        backup: 'src/backup.ts',
        restore: 'src/restore.ts',
        'picture-process': 'src/picture-process.ts',
      },
      // Flat: paths.ts finds the repository's folders from its own place, one below apps/api as in the sources.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
