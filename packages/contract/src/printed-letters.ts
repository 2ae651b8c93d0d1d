import * as z from 'zod/mini';
import { requiredLine } from './text.ts';

/** Characters of the basic plane that the fonts of documents and cards lack: private use characters, and those of Unicode 14 and later. */
const unprintedInPlane =
  /[\p{Co}\p{Cs}\u088f\u0c5c\u0cdc\u20c1\u2b96\ua7ce\ua7cf\ua7d2\ua7d4]|[\u1acf-\u1add\u1ae0-\u1aeb\ufbc3-\ufbd2\ufd90\ufd91\ufdc8-\ufdce]/u;
/** Matches pictographs, which cards omit, and documents omit if the font lacks them. */
const pictograph = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

/**
 * All characters beyond the basic plane that the fallback font has (apps/api/src/platform/right-to-left.ts; its test compares them), as runs
 * in base 36. Each run has its distance from the end of the previous run, and the number of characters that follow its first.
 */
const PRINTED_BEYOND =
  '0-b 2-p 2-i 2-1 2-e 3-d z-3e 6-2 5-18 4-2f 2-b 5 1c-19 3n-s 4-1c g-r 5-z a-t 6-16 6-t 2-10 5-d 17-4d 3-9 7-z 5-z 5-13 9-1f c' +
  ' 41-8m a-l b-7 49-5 3 2-17 2-1 4 3-m 2-1z 9-8 1d-i 2-1 6-w 4-q 6 1t-1j 5-j 3-1d 2-1 6-7 2-2 2-s 3-2 5-9 8-8 8-1r x-12 5-b a-1h' +
  ' 4-s 3-q 6-p 8-3 d-6 29-20 1k-1e e-1e 8-19 9-9 87-u 3m-13 9-15 4n-25 5-t g-1u c 3-o 8-9 7-1g 2-g a-12 a-25 3-f 2-j c-h 2-17 1u-6' +
  ' 2 2-3 2-e 2-a 7-1m 6-9 7-3 2-7 3-1 3-l 2-6 2-1 2-4 2-9 3-1 3-2 3 7 6-6 3-6 4-4 3w-2h 2 2-1 y-1z 9-9 4n-1h 3-11 z-1w c-9 7-c k-1j' +
  ' 9-9 1j-q 3-e 5-f 5d-1n 2t-2a d 75-1z 9-1f 3-s u-1k 7c-8 2-18 2-d b-s 4-v 3-l 2-d 22-6 2-1 2-17 4 2-1 2-8 9-9 7-5 2-1 2-10 2-1' +
  ' 2-5 8-9 8n-o evc-u 2-9 5-1 2p-t 3-5 b-1x b-9 2-6 2-k 6-i j5-2i 2u-1w c-1a h-g 1t-1 cnz-1 2db-2y 6-c 4-8 8-9 3-7 3tp-6t b-12 3-5b' +
  ' o-1x 4b-j d-2e a-o 3s-2c 2-1y 2-1 3 3-1 3-3 2-b 2 2-6 2-1s 2-3 3-7 2-6 2-r 2-3 2-4 2 4-6 2-9f 3-83 3-1d 1kx-6 2-g 3-6 2-1 2-4' +
  ' 1jq-5g 3-f 16-22 6-9 5-1 lu-1v 98-3 2-q 2-1 2 3 2-9 2-3 2 2 7 5 2 2 2-2 2-1 2 3 2 2 2 2 2-1 2 3-3 2-6 2-3 2-3 2 2-9 2-g 6-2 2-4' +
  ' 2-g 1h-1 7j-17 5-2r d-e 3-e 2-e 2-10 b-c 4-2j 5-1o 1m-s e-17 5-8 8-1 f-5 4b-r8 c-c 4-9 7-37 d-2g 14-b 5-1j 9-9 7-13 9-t 2b-b' +
  ' 5-1a 2-1c 3-3 4 2-12 e-9 7-2 e-1b 2p-d 13y 3i p 2 72 35 7s 1y g 3c 29 5b 5p 2a 87 54 1f 3j 5f x 8m 22 3m bq 4c 3n 9 14 5m iq 1o' +
  ' o v 7 2k d p u r e 3k 4p-1 a1 34 31 2a 1o aj 7a ib 5z o t m q a 5 m 15 2b-1 6i 2g 3o ap 4d 7a 3z na a0 28 6c 89 3y 9-1 2e 3b 7' +
  ' cd r9 d-1 1d al 2m 2-1 2 5 5 5 2u-1 6 k 3j 3a 1m 1c 38-2 d 5h g z 10-1 3n o 11 p gr dj 3j 2 e 1e 43 12-1 as 7s 31 5f 1k ce h9 3g' +
  ' 98 4l c7 7d p 4n 72 6y 15 1f x cf b 5p 3r 10 o 1l 1a de 2o 23 1h 49 cq 1k b eo g 7j-1 d 5d 49 p 8t 3x 14 c 3 2l m g 1n 1l 3c c r' +
  ' h b 21 3x ar m 5i 52 ho 1e 31 cg d 2v u 32 1t 1m 1g 17 20 8a 22 2y 9v 11 8f 2q-2 70 p 18 ip-1 z i 1l cr-1 s 2b f 3f l 1b fn 73' +
  ' 8f b 9 6p 6g 34 br 5v 1d cc b 35 62 1r 21 7q 2l-1 7i z gc 3 y s-1 1e-1 2r b q 1a 14 1g g 7 65 1a 81 2p 3u 10 n 2b 2q 1z 5i iw h' +
  ' db 8v 4w 35 15 1j ae bw o9 1m 14 c 1t 1m n e 6d 24 l 2b 3b 47 e4 4r ca h o 48 kkr-1 b2 fd05 v-2n 3l-6n';

let printedBeyond: ReadonlySet<number> | undefined;

/** Returns the code points of `PRINTED_BEYOND`. */
export function codePointsBeyond(): ReadonlySet<number> {
  if (printedBeyond !== undefined) return printedBeyond;
  const points = new Set<number>();
  let last = 0x10000;
  for (const run of PRINTED_BEYOND.split(' ')) {
    const [distance = 0, more = 0] = run.split('-').map(part => Number.parseInt(part, 36));
    for (let count = 0; count <= more; count += 1) points.add(last + distance + count);
    last += distance + more;
  }
  printedBeyond = points;
  return points;
}

const isBasic = (character: string) => character.length === 1;

/** Whether a character can be printed. Compatibility characters ('𝗺') are printed as their plain forms. */
export const isPrinted = (character: string): boolean =>
  isBasic(character)
    ? !unprintedInPlane.test(character)
    : [...character.normalize('NFKC')].every(isBasic) ||
      pictograph.test(character) ||
      codePointsBeyond().has(character.codePointAt(0) ?? 0);

const firstUnprinted = (text: string): string | undefined =>
  [...text.normalize('NFC')].find(character => !isPrinted(character));

/** Rejects letters that certificates, posters and cards cannot print (docs/rules.md R9.5), in all texts that these show. */
export const printable = z.refine<string | string[]>(text => firstUnprinted(String(text)) === undefined, {
  error: ({ input }) => `No podemos imprimir «${firstUnprinted(String(input))}»: escríbelo con otra letra`,
});

/** Whether a text has a character besides pictographs, which cards and posters omit. */
export const hasPrintedCharacter = (text: string): boolean =>
  [...text].some(character => /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) && !pictograph.test(character));

/** One non-blank line of printable letters, with folded white space and at most `max` characters. */
export const printedLine = (max: number, required: string, tooLong: string) =>
  requiredLine(max, required, tooLong).check(printable);
