import * as z from 'zod/mini';
import { printedLine } from './printed-letters.ts';
import { DELETED_NAME } from './text.ts';

// These top-level domains are common in spam and rare in names; mail clients turn 'evil.co' into a link.
const topLevelDomains =
  'app|biz|blog|cc|click|club|cn|co|com|dev|edu|gov|icu|info|io|link|live|ly|me|mil|mobi|net|online|org|page|pro|ru|shop|site|store|tech|tk|top|tv|vip|website|xyz';
const webAddress = new RegExp(
  String.raw`:[/\\]{2}|www\.|\.[a-z]{2,}(/|:\d)|[\p{L}\p{N}]\.(${topLevelDomains}|xn--\w+)(?![\p{L}\p{N}])`,
  'iu',
);
/** Matches a full stop that browsers treat as a dot and that no Spanish keyboard has. */
const foreignDot = /\w[。．｡]\w/;
/**
 * Normalises a text as browsers and mail programs normalise web addresses in it (UTS 46): full-width letters and the full stops of other
 * scripts become ASCII, and invisible characters are removed.
 */
export const plainText = (text: string): string =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .replaceAll('。', '.');

const hasWebAddress = (name: string): boolean => foreignDot.test(name) || webAddress.test(plainText(name));

/** A person's name in one line, without a web address, since names appear in e-mails to other people. */
export const personName = (max: number, required: string, tooLong: string) =>
  printedLine(max, required, tooLong).check(
    z.refine(name => !hasWebAddress(name), 'El nombre no puede llevar direcciones web'),
    z.refine(name => name === '' || /[\p{L}\p{N}]/u.test(name), 'El nombre debe llevar letras'),
    z.refine(name => !/\p{M}{4}/u.test(name.normalize('NFD')), 'El texto contiene caracteres no permitidos'),
    z.refine(name => name.toLowerCase() !== DELETED_NAME.toLowerCase(), 'Este nombre no se puede usar'),
  );
