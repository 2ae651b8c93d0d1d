import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { FALLBACK_FONT, fallbackFont } from '../../platform/fallback-font.ts';
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
  /** Written from right to left. */
  readonly isRtl: boolean;
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Splits a text by the font files that have its characters; a letter stays with its marks. A letter of compatibility that the family
 * lacks ('ﬁ', '𝗺', 'ｎ') is written as its plain ones, a letter of another script in the fallback font. What no font has (pictographs) is
 * written as its base letter, or left out.
 */
export function runsOf(text: string, family: FontName): Run[] {
  const subsets = fontFiles.filter(file => file.family === family);
  const fileOf = (cluster: string): string | undefined =>
    subsets.find(({ font }) => hasAll(font, cluster))?.name ??
    (hasAll(fallbackFont().font, cluster) ? FALLBACK_FONT : undefined);
  const plain = plainLetters(text, character => subsets.some(({ font }) => hasAll(font, character)));
  const written = [...graphemes.segment(plain)]
    .map(({ segment }) => (fileOf(segment) === undefined ? baseLetter(segment) : segment))
    .join('');
  const runs: { text: string; fontFile: string; isRtl: boolean }[] = [];
  for (const { segment } of graphemes.segment(written.replaceAll(/ {2,}/g, ' ').trim())) {
    const fontFile = fileOf(segment);
    if (fontFile === undefined) continue;
    const [last, before] = [runs.at(-1), runs.at(-2)];
    const isRtl = RTL.test(segment);
    if (isRtl && last?.text === ' ' && before?.isRtl === true) {
      // Two words from right to left are one run, of which the second is on the left.
      before.text += ` ${segment}`;
      runs.pop();
    } else if (last?.fontFile === fontFile && last.isRtl === isRtl) last.text += segment;
    else runs.push({ text: segment, fontFile, isRtl });
  }
  return runs.map(run => (run.isRtl ? { ...run, text: fromTheRight(run.text) } : run));
}

/** The letters in the order of their places: the fallback font has no tables by which fontkit would turn them. */
const fromTheRight = (text: string): string =>
  [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('');

const hasAll = (font: Font, text: string): boolean =>
  [...text].every(character => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** 'e' for 'ẽ'; an empty string for other scripts. */
const baseLetter = (character: string): string => /^[a-z]/i.exec(character.normalize('NFD'))?.[0] ?? '';
