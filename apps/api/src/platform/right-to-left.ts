import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';

// Texts from right to left for renderers that draw characters from left to right in one font without tables of shapes.

/** A letter of a script that is written from right to left. */
export const RTL =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;
const LTR = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/u;
const TATWEEL = '\u0640';

/** Presentation forms of Arabic letters, in groups of isolated, final, initial and medial (Unicode, Arabic Presentation Forms A and B). */
const FORM_RANGES = [
  [0xfb50, 0xfbb1],
  [0xfbd3, 0xfbe7],
  [0xfbfc, 0xfbff],
  [0xfe80, 0xfefc],
] as const;
const [ISOLATED, FINAL, INITIAL, MEDIAL] = [0, 1, 2, 3];

/** The forms by their letter; those of 'لا' by its two letters. Letters that join on both sides have four, on the right only two. */
const formsOfLetters = new Map<string, string[]>();
for (const [first, last] of FORM_RANGES) {
  for (let code = first; code <= last; code += 1) {
    const form = String.fromCodePoint(code);
    const letter = form.normalize('NFKC');
    if (letter !== form) formsOfLetters.set(letter, [...(formsOfLetters.get(letter) ?? []), form]);
  }
}

interface Letter {
  readonly letter: string;
  readonly marks: string;
}

/** The letters with the marks that follow each; 'لا' is one. */
function lettersOf(text: string): Letter[] {
  const letters: { letter: string; marks: string }[] = [];
  for (const character of text) {
    const last = letters.at(-1);
    if (last !== undefined && MARK.test(character)) last.marks += character;
    else if (last !== undefined && formsOfLetters.has(last.letter + character)) last.letter += character;
    else letters.push({ letter: character, marks: '' });
  }
  return letters;
}

const joinsNext = (letter: string | undefined): boolean =>
  letter === TATWEEL || (formsOfLetters.get(letter ?? '')?.length ?? 0) > INITIAL;
const joinsPrevious = (letter: string | undefined): boolean =>
  letter === TATWEEL || (formsOfLetters.get(letter ?? '')?.length ?? 0) > FINAL;

/** The text with each Arabic letter in the form that joins its neighbours, as fonts without tables of shapes have them. */
export function joinedLetters(text: string): string {
  if (!RTL.test(text)) return text;
  const letters = lettersOf(text);
  return letters
    .map(({ letter, marks }, index) => {
      const isJoined = joinsPrevious(letter) && joinsNext(letters[index - 1]?.letter);
      const joins = joinsNext(letter) && joinsPrevious(letters[index + 1]?.letter);
      const form = isJoined ? (joins ? MEDIAL : FINAL) : joins ? INITIAL : ISOLATED;
      return (formsOfLetters.get(letter)?.[form] ?? letter) + marks;
    })
    .join('');
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });
const MIRRORED = new Map(
  ['()', '[]', '{}', '«»', '<>'].flatMap(([open = '', close = '']) => [
    [open, close],
    [close, open],
  ]),
);

type Direction = 'rtl' | 'ltr';
const directionOf = (text: string): Direction | null => {
  if (RTL.test(text)) return 'rtl';
  return LTR.test(text) ? 'ltr' : null;
};

/** The direction of a text: that of its first letter. */
export const isRightToLeft = (text: string): boolean => {
  const first = [...text].map(directionOf).find(direction => direction !== null);
  return first === 'rtl';
};

interface Part {
  readonly direction: Direction;
  readonly pieces: string[];
}

/** Consecutive letters of one direction; signs and spaces belong to both neighbours, or else to the whole text's direction. */
function partsOf(pieces: readonly string[], base: Direction): Part[] {
  const directions = pieces.map(directionOf);
  const nearest = (from: readonly (Direction | null)[]) => from.find(direction => direction !== null) ?? base;
  const parts: Part[] = [];
  pieces.forEach((piece, index) => {
    const before = nearest(directions.slice(0, index).reverse());
    const after = nearest(directions.slice(index + 1));
    const direction = directions[index] ?? (before === after ? before : base);
    const last = parts.at(-1);
    if (last?.direction === direction) last.pieces.push(piece);
    else parts.push({ direction, pieces: [piece] });
  });
  return parts;
}

/** One line in the order of its places from left to right (the two levels of Unicode's UAX 9 that names and titles have). */
export function visualOrder(line: string): string {
  const base = isRightToLeft(line) ? 'rtl' : 'ltr';
  const pieces = [...graphemes.segment(line)].map(({ segment }) => segment);
  const parts = partsOf(pieces, base).map(({ direction, pieces: own }) =>
    direction === 'rtl'
      ? own
          .toReversed()
          .map(piece => MIRRORED.get(piece) ?? piece)
          .join('')
      : own.join(''),
  );
  return (base === 'rtl' ? parts.reverse() : parts).join('');
}

/** The words in lines that are not wider than `width`, in the order in which they are read. A longer word has a line of its own. */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(...piecesOf(word, width, widthOf));
  }
  return lines;
}

/** A word that is wider than a line, in pieces. */
function piecesOf(word: string, width: number, widthOf: (text: string) => number): string[] {
  const pieces = [''];
  for (const { segment } of graphemes.segment(word)) {
    const last = pieces.at(-1) ?? '';
    if (last === '' || widthOf(last + segment) <= width) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}

const require = createRequire(import.meta.url);

/** The name by which documents and cards know the font. */
export const FALLBACK_FONT = 'UnifontEX';

interface Loaded {
  readonly data: Buffer;
  readonly font: Font;
}

let loaded: Loaded | undefined;

/**
 * The font with the letters of nearly all scripts that the fonts of papers and cards lack (docs/decisions/0064-letters-of-any-script.md).
 * Read for the first text that needs it: 90 ms and 25 MB.
 */
export function fallbackFont(): Loaded {
  if (loaded === undefined) {
    const data = sfntOf(
      readFileSync(require.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff')),
    );
    loaded = { data, font: create(data) as Font };
  }
  return loaded;
}

/** Decompresses a WOFF file (https://www.w3.org/TR/WOFF/): fontkit otherwise inflates all glyphs again for each of them, 100 ms each. */
function sfntOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const parts: Buffer[] = [header];
  let position = header.length;
  for (let index = 0; index < count; index += 1) {
    const [from, to] = [44 + 20 * index, 12 + 16 * index];
    const start = woff.readUInt32BE(from + 4);
    const stored = woff.subarray(start, start + woff.readUInt32BE(from + 8));
    const length = woff.readUInt32BE(from + 12);
    const table = stored.length < length ? inflateSync(stored) : stored;
    woff.copy(header, to, from, from + 4);
    woff.copy(header, to + 4, from + 16, from + 20);
    header.writeUInt32BE(position, to + 8);
    header.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    position += length + padding.length;
  }
  return Buffer.concat(parts);
}
