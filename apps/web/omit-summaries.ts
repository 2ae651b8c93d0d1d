import type { Plugin } from 'vite';

/** Removes the summaries of the contract's endpoints, which only the API reference shows: half a kilobyte, gzipped, of each screen. */
export const omitSummaries: Plugin = {
  name: 'omit-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/contract\/src\// },
    handler: code => code.replaceAll(/^ {2}summary:\s*'[^']*',$/gm, ''),
  },
};
