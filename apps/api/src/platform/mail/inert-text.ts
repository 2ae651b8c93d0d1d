import { parse } from 'tldts';
import { addressText } from '../web-address.ts';

const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const ADDRESS = new RegExp(
  [
    // The end of a scheme; browsers treat '\' as '/'.
    String.raw`:[/\\]{2}`,
    // A full stop in a domain name. The alternative after it is an IPv4 address.
    String.raw`(?<=[\p{L}\p{M}\p{N}])\.(?=(?<label>\p{L}[\p{L}\p{M}][\p{L}\p{M}\p{N}-]*))`,
    String.raw`(?<![\d.])${octet}(?:\.${octet}){3}(?![\d.]*\d)`,
  ].join('|'),
  'gu',
);
/** A token between white space; mail programs do not treat a byte-order mark as white space. */
const TOKEN = /(?:\uFEFF|\S)+/g;

/** The reserved top-level domains (RFC 2606, RFC 6762, RFC 7686), which the Public Suffix List does not contain. */
const RESERVED_DOMAINS = new Set(['example', 'invalid', 'local', 'localhost', 'onion', 'test']);

const isTopLevelDomain = (label: string): boolean =>
  RESERVED_DOMAINS.has(label) || parse(`a.${label}`).isIcann === true;

/** Whether a label begins a sentence or a name ('etc.Luego', 'Sr.Pérez') and is no top-level domain. */
const isWord = (label: string): boolean =>
  /^\p{Lu}[\p{Script=Latin}\p{M}]+$/u.test(label) && !isTopLevelDomain(label.toLowerCase());

/**
 * Makes web addresses inert in a text of an e-mail that other people may have written. Mail programs turn web addresses into links, even
 * bare ones such as `estafa.example` and with any spelling of the full stop, so the function separates their dots and schemes with spaces.
 * Words without an address do not change.
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
 * Addresses of places on maps and of video calls, by host and path. Their pages come from the host itself, unlike redirects such as
 * google.com/url. Only https addresses without a port and a user match.
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
/** Splits a token into the punctuation before an address, the address, and the punctuation after it. */
const AROUND = /^([("'«“¿¡<]*)(.*?)([)"'»”>.,;:!?…]*)$/su;

/** Makes web addresses inert as `inertText` does, except links to places on known maps and to video calls of known services. */
export const inertProse = (text: string): string =>
  text.replace(TOKEN, token => {
    const [, before = '', address = '', after = ''] = AROUND.exec(token) ?? [];
    return KNOWN_LINK.test(address) ? before + address + after : inertText(token);
  });
