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

/** The width of a printed text of one font size in points. */
function widthOf(printed: string, family: FontName, size: number): number {
  return runsOf(printed, family).reduce((sum, run) => sum + runWidth(run, size), 0);
}

function runWidth({ text, fontFile }: Pick<LineRun, 'text' | 'fontFile'>, size: number): number {
  const font = fontOf(fontFile);
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size;
}

/** Breaks a text into lines at most `width` points wide, for renderers that place each line themselves. */
export function textLines(text: string, family: FontName, size: number, width: number): TextLine[] {
  const printed = printedText(text, family);
  const isRtl = isRightToLeft(printed);
  return linesOf(printed, width, line => widthOf(line, family, size)).map(line => {
    const runs = runsOf(visualOrder(line), family).map(run => ({ ...run, width: runWidth(run, size) }));
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), isRightToLeft: isRtl };
  });
}

/** The width in points of the longest word, which no line can break. */
export const longestWord = (text: string, family: FontName, size: number): number =>
  Math.max(
    0,
    ...printedText(text, family)
      .split(' ')
      .map(word => widthOf(word, family, size)),
  );
