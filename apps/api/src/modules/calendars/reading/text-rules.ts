import { isPrinted } from '@minga/contract/printed-letters';

/** Elements that mail and calendar programs write into descriptions; any other '<' is a plain character. */
const TAG =
  /<(\/?)(a|abbr|b|big|blockquote|body|br|center|code|div|em|font|h[1-6]|head|hr|html|i|img|li|meta|o:p|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul|html-blob|title|link)(?:\s[^<>]*)?\/?>/gi;
const UNSEEN = /<(script|style|head)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<!doctype[^>]*>/gi;
/** Elements that end a line, and those that end at most one together with their neighbours. */
const BREAK = /^(br|p|h[1-6])$/i;
const BLOCK = /^(div|li|tr|hr|blockquote|ul|ol|table|pre)$/i;
/** A break of a block, which no text contains. */
const EDGE = '\ue000';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  iexcl: '¡',
  iquest: '¿',
  ntilde: 'ñ',
  Ntilde: 'Ñ',
  uuml: 'ü',
  Uuml: 'Ü',
  laquo: '«',
  raquo: '»',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  bull: '•',
  middot: '·',
  Aacute: 'Á',
  Eacute: 'É',
  Iacute: 'Í',
  Oacute: 'Ó',
  Uacute: 'Ú',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
};

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? '' : String.fromCodePoint(point);
  });

/** The length up to which HTML is read, ten times that of a description, so that its patterns take milliseconds. */
const TEXT_MAX = 20_000;

/** A description as plain text: HTML becomes words and line breaks, and a plain '<' remains. */
export function plainText(text: string): string {
  const words = text
    .slice(0, TEXT_MAX)
    .replaceAll(EDGE, '')
    .replace(UNSEEN, '')
    .replace(TAG, (_tag, _closing: string, name: string) =>
      BREAK.test(name) ? '\n' : BLOCK.test(name) ? EDGE : '',
    )
    .replace(/\s*\ue000[\s\ue000]*/g, '\n');
  return decoded(words)
    .replace(/\r\n?/g, '\n')
    .replace(/[\t\u00a0 ]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** One line of letters that papers can print (docs/rules.md R20.3). */
export const oneLine = (text: string): string =>
  [...text.replace(/[\p{Cc}\s]+/gu, ' ').normalize('NFC')].filter(isPrinted).join('').trim();

/** At most `max` UTF-16 units, without half a character at the end. */
export const cutAt = (text: string, max: number): string => {
  const cut = text.slice(0, max);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
};
