import * as z from 'zod/mini';
import { requiredLine } from './text.ts';

/** Characters of the basic plane that the fonts of papers and cards lack: of private use, and of Unicode 14 and later. */
const unprintedInPlane =
  /[\p{Co}\p{Cs}\u088f\u0c5c\u0cdc\u20c1\ua7ce\ua7cf\ua7d2\ua7d4]|[\u1acf-\u1add\u1ae0-\u1aeb]/u;
/** The letters of these fonts beyond it: pictographs (left out where a font lacks one) and scripts that are written today. */
const printedBeyond =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{sc=Adlm}\p{sc=Osge}\p{sc=Cakm}\p{sc=Rohg}\p{sc=Hmng}\p{sc=Wara}\p{sc=Mroo}]/u;
const unprintedBeyond = /[\u{11147}\u{1e94b}]/u;

const isBasic = (character: string) => character.length === 1;

/** Letters of compatibility ('𝗺') are printed as their plain ones. */
const isPrinted = (character: string): boolean =>
  isBasic(character)
    ? !unprintedInPlane.test(character)
    : [...character.normalize('NFKC')].every(isBasic) ||
      (printedBeyond.test(character) && !unprintedBeyond.test(character));

const firstUnprinted = (text: string): string | undefined =>
  [...text].find(character => !isPrinted(character));

/** Rejects letters that no certificate, poster or card could print (REACH.md section 26), in names, titles and places. */
export const printable = z.refine<string | string[]>(text => firstUnprinted(String(text)) === undefined, {
  error: ({ input }) => `No podemos imprimir «${firstUnprinted(String(input))}»: escríbelo con otra letra`,
});

/** One non-blank line of printable letters: white space folded, at most `max` characters. */
export const printedLine = (max: number, required: string, tooLong: string) =>
  requiredLine(max, required, tooLong).check(printable);
