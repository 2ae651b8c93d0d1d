import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import bidiFactory from 'bidi-js';
import { create, type Font } from 'fontkit';

// Prepares right-to-left texts for renderers that draw characters from left to right and apply no shaping tables of fonts, and loads the
// fallback font of those renderers.

/** A letter of a script that is written from right to left. */
export const RTL =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;
const MARK = /\p{M}/u;
const TATWEEL = '\u0640';

/** The ranges of Unicode's Arabic Presentation Forms A and B. Each letter has a group of isolated, final, initial and medial forms. */
const FORM_RANGES = [
  [0xfb50, 0xfbb1],
  [0xfbd3, 0xfbe7],
  [0xfbfc, 0xfbff],
  [0xfe80, 0xfefc],
] as const;
const [ISOLATED, FINAL, INITIAL, MEDIAL] = [0, 1, 2, 3];

/** The forms of each letter, and of the ligature 'لا'. Letters that join on both sides have four forms, on the right only two. */
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

/** Splits a text into letters with the marks that follow each. The ligature 'لا' is one letter. */
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

/** Replaces each Arabic letter by the presentation form that joins its neighbours. */
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
const bidi = bidiFactory();

/**
 * The levels of the characters of a text. The library reads no characters beyond the basic plane: letters of Adlam and Rohingya are
 * replaced by others of their direction and length.
 */
const levelsOf = (text: string, direction: 'ltr' | 'rtl' | 'auto') =>
  bidi.getEmbeddingLevels(
    text.replaceAll(/[\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/gu, letter =>
      /[\u{10d30}-\u{10d39}]/u.test(letter) ? '٠٠' : 'אא',
    ),
    direction,
  );

/** Whether the first letter of a text, which determines its direction, is right-to-left. */
export const isRightToLeft = (text: string): boolean => levelsOf(text, 'auto').paragraphs[0]?.level === 1;

/**
 * Reorders one line into visual order, from left to right, by the Unicode Bidirectional Algorithm (UAX 9). Marks stay behind their
 * letters. `isFromTheRight` is the direction of the text that the line is from.
 */
export function visualOrder(line: string, isFromTheRight = isRightToLeft(line)): string {
  const { levels } = levelsOf(line, isFromTheRight ? 'rtl' : 'ltr');
  const pieces = [...graphemes.segment(line)].map(({ segment, index }) => {
    const level = levels[index] ?? 0;
    return { level, text: (level % 2 === 1 ? bidi.getMirroredCharacter(segment) : null) ?? segment };
  });
  // Rule L2: from the highest level down, each sequence of pieces at that level or higher is reversed.
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    let start = 0;
    for (let index = 0; index <= pieces.length; index += 1) {
      if (index < pieces.length && (pieces[index]?.level ?? 0) >= level) continue;
      pieces.splice(start, index - start, ...pieces.slice(start, index).reverse());
      start = index + 1;
    }
  }
  return pieces.map(({ text }) => text).join('');
}

/** Breaks a text into lines at most `width` wide, in reading order. A longer word is broken into several lines. */
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

/** Breaks a word into pieces that fit into a line. */
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

/** The name of the fallback font in documents and cards. */
export const FALLBACK_FONT = 'UnifontEX';

interface Loaded {
  readonly data: Buffer;
  readonly font: Font;
}

let loaded: Loaded | undefined;

/**
 * Returns the font with the letters of nearly all scripts, which the fonts of documents and cards lack
 * (docs/decisions/0064-letters-of-any-script.md). It is loaded for the first text that needs it, which takes 90 ms and 25 MB.
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

/** Decompresses a WOFF file (https://www.w3.org/TR/WOFF/), since fontkit would inflate all glyphs for each glyph, which takes 100 ms. */
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
