import type { Plugin } from 'vite';

const SUMMARY = /^ {2}summary:\s*'[^']*',$/gm;
const OF_THE_SERVER =
  /^ {2}(?:access: '[a-z]+'|errors: \[[^\]]*\]|(?:isShared|hasEffects|isLong): (?:true|'[a-z-]+')),$/gm;

/**
 * Removes what only the server and the API reference read of the contract's endpoints: summaries, access, errors and how responses are
 * sent. Half a kilobyte and more, gzipped, of each screen.
 */
export const omitServerParts: Plugin = {
  name: 'omit-server-parts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/contract\/src\// },
    handler: code => code.replaceAll(SUMMARY, '').replaceAll(OF_THE_SERVER, ''),
  },
};
