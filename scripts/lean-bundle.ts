import type { Plugin } from 'vite';

/**
 * Code that takes little of a server's memory. V8 keeps the source of all that is loaded, at two bytes a character where some
 * are beyond ASCII: packages come into the bundle, so that what nobody imports falls away, comments and React's development
 * form stay out, and the rest is ASCII. Names and lines stay: they are what the stack of an error says.
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

/** With each character beyond ASCII as `\uXXXX`, also one that needlessly stood behind a backslash. */
const toAscii = (code: string): string =>
  code.replace(/\\[\0-\x7f]|\\?([^\0-\x7f])/g, (found, beyond?: string) =>
    beyond === undefined ? found : `\\u${beyond.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
