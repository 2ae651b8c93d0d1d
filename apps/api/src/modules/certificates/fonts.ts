import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { FALLBACK_FONT, fallbackFont } from '../../platform/fallback-font.ts';
import { plainLetters, REPLACEMENT } from '../../platform/plain-letters.ts';
import { joinedLetters } from '../../platform/right-to-left.ts';

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

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

const fileOf = (cluster: string, family: FontName): string =>
  fontFiles.find(file => file.family === family && hasAll(file.font, cluster))?.name ?? FALLBACK_FONT;

/**
 * The text as it is printed, in logical order: a letter of compatibility that the family lacks ('ﬁ', '𝗺', 'ｎ') as its plain ones, Arabic
 * letters in the forms that join them. Never blank.
 */
export function printedText(text: string, family: FontName): string {
  const subsets = fontFiles.filter(file => file.family === family);
  const plain = plainLetters(text, {
    isDrawn: character => subsets.some(({ font }) => hasAll(font, character)),
    isInFallback: character => hasAll(fallbackFont().font, character),
  });
  return joinedLetters(plain === '' && text.trim() !== '' ? REPLACEMENT : plain);
}

/** Splits a printed text by the font files that have its characters; a letter stays with its marks. */
export function runsOf(printed: string, family: FontName): Run[] {
  const runs: { text: string; fontFile: string }[] = [];
  for (const { segment } of graphemes.segment(printed)) {
    const fontFile = fileOf(segment, family);
    const last = runs.at(-1);
    if (last?.fontFile === fontFile) last.text += segment;
    else runs.push({ text: segment, fontFile });
  }
  return runs;
}

const hasAll = (font: Font, text: string): boolean =>
  [...text].every(character => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
