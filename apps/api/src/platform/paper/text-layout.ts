import { fallbackFont, isRightToLeft, linesOf, visualOrder } from '../right-to-left.ts';
import { type FontName, fontFiles, printedText, runsOf } from './page-writer.ts';

/** A part of a line in visual order, with the name of its font file and its width in points. */
export interface LineRun {
  readonly text: string;
  readonly fontFile: string;
  readonly width: number;
}

export interface TextLine {
  readonly runs: readonly LineRun[];
  readonly width: number;
  /** Whether the line belongs to a text that starts with a right-to-left letter. */
  readonly isRightToLeft: boolean;
}

export const fontOf = (fontFile: string) =>
  (fontFiles.find(({ name }) => name === fontFile) ?? fallbackFont()).font;

const CACHED_MAX = 20_000;
/**
 * Widths of words by font family and of runs by font file, in font sizes. A layout tries the same text at many sizes, and measuring
 * takes most of its time.
 */
const widths = new Map<string, number>();

/** The width under this key, measured when it is first asked for. */
function cachedWidth(key: string, measure: () => number): number {
  const known = widths.get(key);
  if (known !== undefined) return known;
  const width = measure();
  if (widths.size >= CACHED_MAX) widths.clear();
  widths.set(key, width);
  return width;
}

/** The width of a printed text in font sizes, without the kerning around spaces. */
const widthOf = (printed: string, family: FontName): number =>
  printed.split(' ').reduce((sum, word) => sum + wordWidth(word, family), 0) +
  (printed.split(' ').length - 1) * wordWidth(' ', family);

const wordWidth = (word: string, family: FontName): number =>
  cachedWidth(`${family} ${word}`, () => runsOf(word, family).reduce((sum, run) => sum + runWidth(run), 0));

const runWidth = ({ text, fontFile }: Pick<LineRun, 'text' | 'fontFile'>): number =>
  cachedWidth(`${fontFile} ${text}`, () => {
    const font = fontOf(fontFile);
    return font.layout(text).advanceWidth / font.unitsPerEm;
  });

/** Breaks a text into lines at most `width` points wide, for renderers that place each line themselves. */
export function textLines(text: string, family: FontName, size: number, width: number): TextLine[] {
  const printed = printedText(text, family);
  const isRtl = isRightToLeft(printed);
  const lineOf = (line: string): TextLine => {
    const runs = runsOf(visualOrder(line, isRtl), family).map(run => ({
      ...run,
      width: runWidth(run) * size,
    }));
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), isRightToLeft: isRtl };
  };
  const lines = linesOf(printed, width, line => widthOf(line, family) * size).map(lineOf);
  if (lines.every(line => line.width <= width)) return lines;
  // Marks of two directions can be wider in visual order, in which they follow other letters.
  return linesOf(printed, width, line => lineOf(line).width).map(lineOf);
}

/** The width in points of the longest word, which no line can break. */
export const longestWord = (text: string, family: FontName, size: number): number =>
  Math.max(
    0,
    ...printedText(text, family)
      .split(' ')
      .map(word => widthOf(word, family) * size),
  );
