import { domainToASCII } from 'node:url';
import { DOMAIN_MAX } from '@minga/contract/administration/trust';

export interface TrustLists {
  readonly heldWords: readonly string[];
  readonly heldDomains: readonly string[];
  readonly refusedMailDomains: readonly string[];
}

/** The entries that texts match, as they are written in the lists. */
export interface Matches {
  readonly words: string[];
  readonly domains: string[];
}

export interface Matcher {
  /** Each text on its own: a phrase does not match across two of them. */
  match(texts: readonly string[]): Matches;
  /** The entry that an e-mail address matches; null: none. */
  refusedDomainOf(email: string): string | null;
  /** The entries that the e-mail addresses in a text match. */
  refusedDomainsIn(text: string): string[];
}

/** Compiles the lists: a text is then compared with all of them in one pass. */
export function compileLists({ heldWords, heldDomains, refusedMailDomains }: TrustLists): Matcher {
  const phrases = phrasesByFirstWord(heldWords);
  const domains = byAsciiName(heldDomains);
  const mailDomains = byAsciiName(refusedMailDomains);
  const refusedDomainOf = (email: string) => entryOf(mailDomains, email.slice(email.lastIndexOf('@') + 1));
  return {
    match(texts) {
      const found = { words: new Set<string>(), domains: new Set<string>() };
      for (const text of texts) {
        if (phrases.size > 0) addPhrases(found.words, phrases, wordsOf(text));
        if (domains.size > 0)
          for (const name of domainNamesIn(text)) addIfFound(found.domains, entryOf(domains, name));
      }
      return { words: [...found.words], domains: [...found.domains] };
    },
    refusedDomainOf,
    refusedDomainsIn(text) {
      const found = new Set<string>();
      for (const [, host = ''] of text.matchAll(/@([^\s@<>()[\],;:"]+)/g))
        for (const name of domainNamesIn(host)) addIfFound(found, entryOf(mailDomains, name));
      return [...found];
    },
  };
}

/**
 * The words of a text in plain form: lower case, without accents and invisible characters. 'ñ' is a letter of its own, so that 'ano'
 * does not match 'año'.
 */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/n\u0303/g, 'ñ')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

interface Phrase {
  readonly words: readonly string[];
  readonly entry: string;
}

function phrasesByFirstWord(entries: readonly string[]): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const entry of entries) {
    const words = wordsOf(entry);
    const [first] = words;
    if (first === undefined) continue;
    phrases.set(first, [...(phrases.get(first) ?? []), { words, entry }]);
  }
  return phrases;
}

function addPhrases(
  found: Set<string>,
  phrases: ReadonlyMap<string, readonly Phrase[]>,
  words: readonly string[],
): void {
  for (const [index, word] of words.entries())
    for (const { words: phrase, entry } of phrases.get(word) ?? [])
      if (phrase.every((one, offset) => words[index + offset] === one)) found.add(entry);
}

const byAsciiName = (entries: readonly string[]): ReadonlyMap<string, string> =>
  new Map(entries.map(entry => [asciiOf(entry), entry] as const).filter(([name]) => name !== ''));

/** Empty: no domain name. */
const asciiOf = (name: string): string => (/[^a-z0-9.-]/.test(name) ? domainToASCII(name) : name);

/** The entry for a domain name or for one of the domains above it. */
function entryOf(entries: ReadonlyMap<string, string>, name: string): string | null {
  // From the right, since a pasted text may have more labels than any domain name.
  for (let dot = name.lastIndexOf('.'); dot !== -1; ) {
    dot = dot === 0 ? -1 : name.lastIndexOf('.', dot - 1);
    const parent = name.slice(dot + 1);
    if (parent.length > DOMAIN_MAX) return null;
    const entry = entries.get(parent);
    if (entry !== undefined) return entry;
  }
  return null;
}

const addIfFound = (found: Set<string>, entry: string | null) => {
  if (entry !== null) found.add(entry);
};

/** Possible domain names in a text, of a URL or bare, in lower case ASCII. */
function domainNamesIn(text: string): string[] {
  // Browsers decode '%61' in a host and take other full stops for dots.
  const plain = text
    .replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('。', '.')
    .toLowerCase();
  return (plain.match(/[\p{L}\p{M}\p{N}.-]+/gu) ?? []).flatMap(run => {
    // Punctuation around a name: '...ejemplo.com.' and 'ejemplo.com-'.
    const name = run.replace(/^[.-]+/, '').replace(/[.-]+$/, '');
    if (!name.includes('.')) return [];
    // A dash after a name: only an encoded top-level domain contains one.
    const cut = name.replace(/\.(?!xn--)([^.-]+)-[^.]*$/, '.$1');
    return [...new Set([name, cut])].map(asciiOf).filter(one => one !== '');
  });
}
