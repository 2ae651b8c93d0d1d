import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export type CardFonts = { name: string; data: Buffer }[];

/** Each with its subset for other languages in Latin script, such as Nasa Yuwe's 'ũ'. */
const FILES = {
  'Bricolage Grotesque': require.resolve(
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff',
  ),
  'Bricolage Grotesque Ext': require.resolve(
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff',
  ),
  Figtree: require.resolve('@fontsource/figtree/files/figtree-latin-600-normal.woff'),
  'Figtree Ext': require.resolve('@fontsource/figtree/files/figtree-latin-ext-600-normal.woff'),
};

/** The fonts of the cards, by the names that the layout uses. */
export const readCardFonts = (): Promise<CardFonts> =>
  Promise.all(Object.entries(FILES).map(async ([name, file]) => ({ name, data: await readFile(file) })));
