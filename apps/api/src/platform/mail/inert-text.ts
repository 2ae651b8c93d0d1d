import { parse } from 'tldts';
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

/** Of RFC 2606 and RFC 6762; the Public Suffix List has none of them. */
const RESERVED_DOMAINS = new Set(['example', 'invalid', 'local', 'localhost', 'onion', 'test']);

const isTopLevelDomain = (label: string): boolean =>
  RESERVED_DOMAINS.has(label) || parse(`a.${label}`).isIcann === true;

/** Whether a label begins a sentence or a name ('etc.Luego', 'Sr.Pérez') and is no top-level domain. */
const isWord = (label: string): boolean =>
  /^\p{Lu}[\p{Script=Latin}\p{M}]+$/u.test(label) && !isTopLevelDomain(label.toLowerCase());

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

const SIGNS = String.raw`(?:[\w~!$&'()*+,;=:@/-]|%(?!2e|2f|5c)[\da-f]{2})+`;
/** A path without '..' and without an encoded full stop or slash, which browsers decode. */
const PATH = String.raw`${SIGNS}(?:\.${SIGNS})*`;
/**
 * Addresses of places on maps and of video calls, by host and path: pages that the host makes itself, and no redirects such as google.com/url.
 * Only https, without port and user.
 */
const KNOWN_LINKS = [
  String.raw`maps\.app\.goo\.gl/[\w-]+`,
  String.raw`goo\.gl/maps/[\w-]+`,
  String.raw`(?:www\.)?google\.(?:com|es|com\.(?:co|mx|ar|pe|ec))/maps(?:/${PATH})?`,
  String.raw`maps\.google\.(?:com|es|com\.(?:co|mx|ar|pe|ec))/(?:maps)?`,
  String.raw`maps\.apple\.com/(?:place)?`,
  String.raw`maps\.apple/p/[\w.~-]+`,
  String.raw`(?:www\.)?waze\.com/(?:[a-z-]+/)?(?:ul|live-map)(?:/${PATH})?`,
  String.raw`(?:www\.)?openstreetmap\.org/(?:(?:node|way|relation)/\d+|directions)?`,
  String.raw`osm\.org/go/[\w~=-]+`,
  String.raw`meet\.google\.com/[a-z-]+`,
  String.raw`(?:[a-z\d-]+\.)?zoom\.us/(?:j|my|s|w)/[\w.-]+`,
  String.raw`teams\.(?:microsoft|live)\.com/(?:l/meetup-join|meet)/${PATH}`,
  String.raw`meet\.jit\.si/[\w-]+`,
].join('|');
const KNOWN_LINK = new RegExp(
  String.raw`^https://(?:${KNOWN_LINKS})(?:[?#][\w\-.~!$&'()*+,;=:@/?#%|]*)?$`,
  'i',
);
/** Signs of the sentence or around the address: they do not belong to it. */
const AROUND = /^([("'«“¿¡<]*)(.*?)([)"'»”>.,;:!?…]*)$/su;

/** As `inertText`, but links to places on known maps and to video calls of known services work. */
export const inertProse = (text: string): string =>
  text.replace(TOKEN, token => {
    const [, before = '', address = '', after = ''] = AROUND.exec(token) ?? [];
    return KNOWN_LINK.test(address) ? before + address + after : inertText(token);
  });
