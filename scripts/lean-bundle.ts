import type { Plugin } from 'vite';

/**
 * Reduces the memory of the server's code. V8 retains the source of every loaded module, at two bytes a character if one of them is
 * not ASCII. Therefore packages are bundled and tree-shaken, comments and React's development build are removed, and the rest is
 * escaped to ASCII. Names and line breaks stay, for stack traces.
 */
export const leanBundle: Plugin = {
  name: 'lean-bundle',
  config: () => ({
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { rolldownOptions: { output: { comments: false } } },
  }),
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = toAscii(file.code);
    }
  },
};

/** Escapes every non-ASCII character as `\uXXXX`, including one with a redundant backslash. */
const toAscii = (code: string): string =>
  code.replace(/\\[\0-\x7f]|\\?([^\0-\x7f])/g, (match, nonAscii?: string) =>
    nonAscii === undefined ? match : `\\u${nonAscii.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
