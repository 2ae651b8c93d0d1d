import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { plainLetters } from '../../platform/plain-letters.ts';

const require = createRequire(import.meta.url);

/** Each with its subset for other languages in Latin script, such as Nasa Yuwe's 'ũ'. */
const FAMILIES = {
  heading: ['bricolage-grotesque', '700'],
  text: ['figtree', '400'],
  strong: ['figtree', '600'],
} as const;

export type FontName = keyof typeof FAMILIES;

interface Subset {
  readonly family: FontName;
  /** For the document. */
  readonly name: string;
  readonly data: Buffer;
  readonly font: Font;
}

/** The font files, read when this module is loaded. */
export const fontFiles: readonly Subset[] = (Object.keys(FAMILIES) as FontName[]).flatMap(family => {
  const [folder, weight] = FAMILIES[family];
  return ['latin', 'latin-ext'].map(subset => {
    const file = `@fontsource/${folder}/files/${folder}-${subset}-${weight}-normal.woff`;
    const data = readFileSync(require.resolve(file));
    return { family, name: `${family} ${subset}`, data, font: create(data) as Font };
  });
});

/** A part of a text, with the name of the font file that has its characters. */
interface Run {
  readonly text: string;
  readonly fontFile: string;
}

/**
 * Splits a text by the font files that have its characters. A letter of compatibility that no file has ('ﬁ', '𝗺', 'ｎ') is written as its
 * plain ones; another one as its base letter, or left out.
 */
export function runsOf(text: string, family: FontName): Run[] {
  const subsets = fontFiles.filter(file => file.family === family);
  const runs: { text: string; fontFile: string }[] = [];
  const isDrawn = (character: string) => subsets.some(({ font }) => has(font, character));
  const plain = plainLetters(text, isDrawn);
  const replaced = [...plain].map(character => (isDrawn(character) ? character : baseLetter(character)));
  for (const character of replaced.join('').replaceAll(/ {2,}/g, ' ').trim()) {
    const subset = subsets.find(({ font }) => has(font, character));
    if (subset === undefined) continue;
    const last = runs.at(-1);
    if (last?.fontFile === subset.name) last.text += character;
    else runs.push({ text: character, fontFile: subset.name });
  }
  return runs;
}

const has = (font: Font, character: string): boolean =>
  font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/** 'e' for 'ẽ'; an empty string for other scripts. */
const baseLetter = (character: string): string => /^[a-z]/i.exec(character.normalize('NFD'))?.[0] ?? '';
