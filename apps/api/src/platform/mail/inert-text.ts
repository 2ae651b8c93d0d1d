import { TOP_LEVEL_DOMAINS } from '../top-level-domains.ts';
import { addressText } from '../web-address.ts';

const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const ADDRESS = new RegExp(
  [
    // A scheme; browsers take '\' for '/'.
    String.raw`:[/\\]{2}`,
    // A domain name.
    String.raw`(?<=[\p{L}\p{M}\p{N}])\.(?=(?<label>\p{L}[\p{L}\p{M}][\p{L}\p{M}\p{N}-]*))`,
    String.raw`(?<![\d.])${octet}(?:\.${octet}){3}(?![\d.]*\d)`,
  ].join('|'),
  'gu',
);
/** Between white space; a byte-order mark is none to a mail program. */
const TOKEN = /(?:\uFEFF|\S)+/g;

/** Whether a label begins a sentence or a name ('etc.Luego', 'Sr.Pérez') and is no top-level domain. */
const isWord = (label: string): boolean =>
  /^\p{Lu}[\p{Script=Latin}\p{M}]+$/u.test(label) && !TOP_LEVEL_DOMAINS.has(label.toLowerCase());

/**
 * Text in an e-mail, which others may have written: mail programs turn web addresses into links, also bare
 * ones such as `estafa.example` and in any spelling of the full stop, so dots and slashes of addresses get spaces around them. Words
 * without an address stay as they are.
 */
export const inertText = (text: string): string =>
  text.replace(TOKEN, token => {
    const plain = addressText(token);
    const inert = plain.replace(ADDRESS, (found, label?: string) => {
      if (found.startsWith(':')) return `: ${found.slice(1)}`;
      return label !== undefined && isWord(label) ? found : found.replaceAll('.', ' . ');
    });
    return inert === plain ? token : inert;
  });
