import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { light } from '../mail/palette.ts';
import { plainLetters, REPLACEMENT } from '../markup.ts';
import {
  FALLBACK_FONT,
  fallbackFont,
  isRightToLeft,
  joinedLetters,
  linesOf,
  RTL,
  visualOrder,
} from '../right-to-left.ts';
import { type Brand, withBrand } from '../site/brand.ts';

const require = createRequire(import.meta.url);

/** The font families. Each has a subset for further languages in Latin script, for example for 'ũ' in Nasa Yuwe. */
const FAMILIES = {
  heading: ['bricolage-grotesque', '700'],
  text: ['figtree', '400'],
  strong: ['figtree', '600'],
} as const;

export type FontName = keyof typeof FAMILIES;

interface Subset {
  readonly family: FontName;
  /** The name of the font in the PDF document. */
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

/** A part of a text, with the name of the font file that contains its characters. */
interface Run {
  readonly text: string;
  readonly fontFile: string;
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

const fileOf = (cluster: string, family: FontName): string =>
  fontFiles.find(file => file.family === family && hasAll(file.font, cluster))?.name ?? FALLBACK_FONT;

/**
 * The text as it is printed, in logical order. Compatibility characters that the family lacks ('ﬁ', '𝗺', 'ｎ') are replaced by plain
 * ones, and Arabic letters by their joining forms. A text that is not blank never becomes blank.
 */
export function printedText(text: string, family: FontName): string {
  const subsets = fontFiles.filter(file => file.family === family);
  const plain = plainLetters(text, {
    isDrawn: character => subsets.some(({ font }) => hasAll(font, character)),
    isInFallback: character => hasAll(fallbackFont().font, character),
  });
  return joinedLetters(plain === '' && text.trim() !== '' ? REPLACEMENT : plain);
}

/** Splits a printed text by the font files that contain its characters. A letter and its marks stay together. */
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

/** The sizes of pages in points. */
export const PAGES = {
  a4: { width: 595.28, height: 841.89 },
  a5: { width: 419.53, height: 595.28 },
} as const;
type PageSize = keyof typeof PAGES;

export interface TextStyle {
  readonly font: FontName;
  readonly size: number;
  readonly color?: string;
  readonly lineGap?: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Info {
  readonly size: PageSize;
  readonly title: string;
  readonly subject: string;
  readonly createdAt: Date;
  readonly brand: Brand;
}

/** The tags of a PDF's structure. */
export type Tag = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

/**
 * Writes a tagged PDF, whose parts screen readers read in order. The output is deterministic. Characters that the fonts lack are
 * replaced (`printedText`).
 */
export function createPageWriter({ size: pageSize, title, subject, createdAt, brand }: Info) {
  const page = PAGES[pageSize];
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    // Buffers all pages, because they are numbered at the end.
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'es-CO',
    tagged: true,
    displayTitle: true,
    // Prevents pdfkit from selecting a standard font, which would not be embedded.
    font: '',
    info: { Title: title, Subject: subject, Author: brand.name, CreationDate: createdAt },
  });
  for (const { name, data } of fontFiles) document.registerFont(name, data);
  let hasFallback = false;
  function selectFont(fontFile: string): void {
    if (fontFile === FALLBACK_FONT && !hasFallback) {
      document.registerFont(FALLBACK_FONT, fallbackFont().data);
      hasFallback = true;
    }
    document.font(fontFile);
  }
  const root = document.struct('Document');
  document.addStructure(root);

  const branded = withBrand(brand);
  const styled = ({ size, color = light.ink }: TextStyle) =>
    document.fontSize(size).fillColor(branded(color));

  function draw(text: string, style: TextStyle, { x, y, width }: Box): void {
    styled(style);
    const printed = printedText(text, style.font);
    if (RTL.test(printed)) drawFromTheRight(printed, style, { x, y, width });
    else drawFromTheLeft(printed, style, { x, y, width });
  }

  function drawFromTheLeft(printed: string, style: TextStyle, { x, y, width }: Box): void {
    const runs = runsOf(printed, style.font);
    document.x = x;
    document.y = y;
    runs.forEach(({ text: part, fontFile }, index) => {
      selectFont(fontFile);
      const options = { width, lineGap: gapOf(style, fontFile), continued: index < runs.length - 1 };
      if (index === 0) document.text(part, x, y, options);
      else document.text(part, options);
    });
  }

  /** The line gap. Letters of the fallback font fill the whole line height and need a minimum gap, or lines would overlap. */
  const gapOf = ({ lineGap = 0 }: TextStyle, fontFile: string): number =>
    fontFile === FALLBACK_FONT ? Math.max(lineGap, 2) : lineGap;

  const widthOf = (printed: string, family: FontName): number =>
    runsOf(printed, family).reduce((sum, { text, fontFile }) => {
      selectFont(fontFile);
      return sum + document.widthOfString(text);
    }, 0);

  const linesFromTheRight = (printed: string, { font }: TextStyle, width: number): string[] =>
    linesOf(printed, width, line => widthOf(line, font));

  /** Draws text that contains right-to-left letters, line by line. A text that starts with such a letter is aligned on the right. */
  function drawFromTheRight(printed: string, style: TextStyle, { x, y, width }: Box): void {
    const isFromTheRight = isRightToLeft(printed);
    const lines = linesFromTheRight(printed, style, width);
    const widths = lines.map(line => widthOf(line, style.font));
    const height = lineHeight(style);
    lines.forEach((line, index) => {
      let left = x + (isFromTheRight ? Math.max(...widths) - (widths[index] ?? 0) : 0);
      for (const { text: part, fontFile } of runsOf(visualOrder(line, isFromTheRight), style.font)) {
        selectFont(fontFile);
        document.text(part, left, y + index * height, { lineBreak: false });
        left += document.widthOfString(part);
      }
    });
  }

  function lineHeight(style: TextStyle): number {
    selectFont(FALLBACK_FONT);
    return document.currentLineHeight(true) + gapOf(style, FALLBACK_FONT);
  }

  /** The height of a text. Characters from another font file may change it by less than a point. */
  function heightOf(text: string, style: TextStyle, width: number): number {
    styled(style);
    const printed = printedText(text, style.font);
    const [first] = runsOf(printed, style.font);
    if (first === undefined) return 0;
    if (RTL.test(printed)) return linesFromTheRight(printed, style, width).length * lineHeight(style);
    selectFont(first.fontFile);
    return document.heightOfString(printed, { width, lineGap: gapOf(style, first.fontFile) });
  }

  return {
    document,
    root,
    page,
    brand,
    heightOf,
    /** The first of the sizes at which a text fits into `width` and `height`, or the last size. */
    fittingSize: (
      text: string,
      style: Omit<TextStyle, 'size'>,
      sizes: readonly number[],
      { width, height }: { readonly width: number; readonly height: number },
    ): number => sizes.find(size => heightOf(text, { ...style, size }, width) <= height) ?? sizes.at(-1) ?? 0,
    /** Adds a structure element with the content that `write` draws. */
    part: (tag: Tag, write: () => void, options: { alt?: string } = {}) => {
      root.add(document.struct(tag, options, write));
    },
    /** Writes a text and returns the position below it. */
    text(text: string, style: TextStyle, box: Box): number {
      draw(text, style, box);
      return box.y + heightOf(text, style, box.width);
    },
    /** Draws a part of a line that is already broken and in visual order, and whose font file has all its letters. */
    run(
      { text, fontFile }: Run,
      { size, color, x, baseline }: { size: number; color: string; x: number; baseline: number },
    ): void {
      selectFont(fontFile);
      document
        .fontSize(size)
        .fillColor(branded(color))
        .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
    },
    /** Draws an artifact, which screen readers skip. */
    decorate(drawing: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
      document.markContent('Artifact', { type });
      drawing();
      document.endMarkedContent();
    },
    /** Ends the document. */
    async end(): Promise<Buffer> {
      root.end();
      if (hasFallback) {
        selectFont(FALLBACK_FONT);
        nameLetters(document);
      }
      const chunks: Buffer[] = [];
      document.on('data', (chunk: Buffer) => chunks.push(chunk));
      const ended = new Promise<void>((resolve, reject) => {
        document.on('end', resolve).on('error', reject);
      });
      document.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

/**
 * Maps the joining forms of Arabic letters to the letters themselves, so that search and copy work. pdfkit stores the characters of
 * each glyph of the selected font in a field that its types do not declare.
 */
function nameLetters(document: object): void {
  const { _font: font } = document as { _font: { unicode: number[][] } };
  font.unicode = font.unicode.map(codes => {
    const text = String.fromCodePoint(...codes);
    const isForm = /^[\ufb50-\ufdff\ufe70-\ufefc]$/.test(text);
    return isForm ? Array.from(text.normalize('NFKC'), letter => letter.codePointAt(0) ?? 0) : codes;
  });
}

export type PageWriter = ReturnType<typeof createPageWriter>;
