import { domainToASCII } from 'node:url';
import { DOMAIN_MAX } from '@minga/contract/administration/trust';
import { addressText } from '../../platform/web-address.ts';
import { domainSkeleton, looksOf, plainWords } from './confusable-rules.ts';

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

/** Compiles the lists: a text is then compared with all of them in one pass for each way to read its letters. */
export function compileLists({ heldWords, heldDomains, refusedMailDomains }: TrustLists): Matcher {
  const phrases = compilePhrases(heldWords);
  const domains = byName(heldDomains);
  const mailDomains = byName(refusedMailDomains);
  return {
    match(texts) {
      const found = { words: new Set<string>(), domains: new Set<string>() };
      for (const text of texts) {
        if (phrases !== null) addPhrases(found.words, phrases, text);
        if (domains.size > 0)
          for (const name of domainNamesIn(text)) addIfFound(found.domains, entryOf(domains, name));
      }
      return { words: [...found.words], domains: [...found.domains] };
    },
    refusedDomainOf: email => firstEntry(mailDomains, domainNamesIn(email.slice(email.lastIndexOf('@') + 1))),
    refusedDomainsIn(text) {
      const found = new Set<string>();
      for (const [, host = ''] of addressText(text).matchAll(/@([^\s@<>()[\],;:"]+)/g))
        for (const name of domainNamesIn(host)) addIfFound(found, entryOf(mailDomains, name));
      return [...found];
    },
  };
}

interface Phrase {
  readonly words: readonly string[];
  readonly entry: string;
}
type PhrasesByFirstWord = ReadonlyMap<string, readonly Phrase[]>;

/** Shorter entries have too many look-alikes among ordinary words: 'so' and '50', 'homo' and 'horno'. */
const DISGUISED_MIN = 3;
const SPACED_MIN = 4;
const TWINS_MIN = 6;

interface Phrases {
  readonly plain: PhrasesByFirstWord;
  readonly disguised: PhrasesByFirstWord;
  readonly twins: PhrasesByFirstWord;
  /** Without spaces, for words whose letters stand apart, by their first letters. */
  readonly spaced: PhrasesByFirstWord;
}

/** Null: no entries. */
function compilePhrases(entries: readonly string[]): Phrases | null {
  if (entries.length === 0) return null;
  const looks = entries.map(entry => {
    const [disguised, , twins] = looksOf(entry).words;
    const joined = disguised.join('');
    return { entry, plain: plainWords(entry), disguised, twins, joined, length: [...joined].length };
  });
  const phrases = (name: 'plain' | 'disguised' | 'twins', least: number) =>
    looks
      .filter(({ length }) => length >= least)
      .map(({ entry, ...one }): Phrase => ({ words: one[name], entry }));
  // A phrase also as one word: 'dinerofácil'.
  const glued = looks
    .filter(({ disguised, length }) => disguised.length > 1 && length >= TWINS_MIN)
    .map(({ entry, twins }): Phrase => ({ words: [twins.join('')], entry }));
  return {
    plain: byFirstWord(phrases('plain', 0)),
    disguised: byFirstWord(phrases('disguised', DISGUISED_MIN)),
    twins: byFirstWord([...phrases('twins', TWINS_MIN), ...glued]),
    spaced: grouped(
      looks
        .filter(({ length }) => length >= SPACED_MIN)
        .flatMap(({ entry, joined, twins, length }) => [
          { words: [joined], entry },
          ...(length >= TWINS_MIN ? [{ words: [twins.join('')], entry }] : []),
        ]),
      ([word = '']) => word.slice(0, SPACED_MIN),
    ),
  };
}

const byFirstWord = (phrases: readonly Phrase[]): PhrasesByFirstWord => grouped(phrases, ([first]) => first);

function grouped(phrases: readonly Phrase[], keyOf: (words: readonly string[]) => string | undefined) {
  const found = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    const key = keyOf(phrase.words);
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), phrase]);
  }
  return found;
}

function addPhrases(found: Set<string>, phrases: Phrases, text: string): void {
  const plain = plainWords(text);
  const {
    words: [withI, withL, twins],
    spaced,
    joined: [joined, joinedTwins],
  } = looksOf(text);
  addFrom(found, phrases.plain, plain);
  // Most texts have nothing in disguise.
  if (!isEqual(withI, plain)) addFrom(found, phrases.disguised, withI);
  if (!isEqual(withL, withI)) addFrom(found, phrases.disguised, withL);
  addFrom(found, phrases.twins, twins);
  addFrom(found, phrases.disguised, joined);
  addFrom(found, phrases.twins, joinedTwins);
  for (const run of spaced)
    for (let at = 0; at + SPACED_MIN <= run.length; at += 1)
      for (const {
        words: [letters = ''],
        entry,
      } of phrases.spaced.get(run.slice(at, at + SPACED_MIN)) ?? [])
        if (run.startsWith(letters, at)) found.add(entry);
}

const isEqual = (ones: readonly string[], others: readonly string[]): boolean =>
  ones.length === others.length && ones.every((one, index) => one === others[index]);

function addFrom(found: Set<string>, phrases: PhrasesByFirstWord, words: readonly string[]): void {
  for (const [index, word] of words.entries())
    for (const { words: phrase, entry } of phrases.get(word) ?? [])
      if (phrase.every((one, offset) => words[index + offset] === one)) found.add(entry);
}

/** The entries by their names in ASCII and by what these look like. */
function byName(entries: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of entries)
    for (const { ascii, skeleton } of domainNamesIn(entry)) found.set(ascii, entry).set(skeleton, entry);
  return found;
}

/** Empty: no domain name. */
const asciiOf = (name: string): string => (/[^a-z0-9.-]/.test(name) ? domainToASCII(name) : name);

interface DomainName {
  readonly ascii: string;
  readonly skeleton: string;
}

/** The entry for a domain name, for what it looks like, or for one of the domains above it. */
const entryOf = (entries: ReadonlyMap<string, string>, { ascii, skeleton }: DomainName): string | null =>
  entryAbove(entries, ascii) ?? (skeleton === ascii ? null : entryAbove(entries, skeleton));

function entryAbove(entries: ReadonlyMap<string, string>, name: string): string | null {
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

const firstEntry = (entries: ReadonlyMap<string, string>, names: readonly DomainName[]): string | null =>
  names.map(name => entryOf(entries, name)).find(entry => entry !== null) ?? null;

const addIfFound = (found: Set<string>, entry: string | null) => {
  if (entry !== null) found.add(entry);
};

/** 'ejemplo[.]com', 'ejemplo (punto) com', 'ejemplo punto com', 'ejemplo . com'. */
const DISGUISED_DOT = /\s*[[({<]\s*(?:\.|dot|punto)\s*[\])}>]\s*|\s+(?:\.|dot|punto)\s+/giu;

/** Full stops of other scripts, and in HTML. */
const OTHER_DOT = /[۔܂‧]|&#0*46;|&#x0*2e;|&period;/gi;
/** 'ejemplo. com', 'ejemplo .com'; a sentence begins in upper case. */
const SPACED_DOT = /(?<=[\p{L}\p{N}])\s{0,3}\.\s{0,3}(?=[\p{Ll}\p{N}])/gu;

/** Possible domain names in a text, of a URL or bare, also with dots in disguise. */
function domainNamesIn(text: string): DomainName[] {
  const plain = addressText(text.replace(OTHER_DOT, '.'));
  const undisguised = plain.replace(DISGUISED_DOT, '.').replace(SPACED_DOT, '.');
  return [plain, ...(undisguised === plain ? [] : [undisguised])].flatMap(namesIn);
}

const namesIn = (plain: string): DomainName[] =>
  (plain.match(/[\p{L}\p{M}\p{N}.-]+/gu) ?? [])
    // No domain name has an empty label: '¡mira…ejemplo.com'.
    .flatMap(run => run.split(/\.{2,}/))
    .flatMap(run => {
      // Punctuation around a name: '.ejemplo.com.' and 'ejemplo.com-'.
      const name = run.replace(/^[.-]+/, '').replace(/[.-]+$/, '');
      if (!name.includes('.')) return [];
      // A dash after a name: only an encoded top-level domain contains one.
      const cut = name.replace(/\.(?!xn--)([^.-]+)-[^.]*$/i, '.$1');
      return [...new Set([name, cut])].flatMap(one => {
        const ascii = asciiOf(one.toLowerCase());
        return ascii === '' ? [] : [{ ascii, skeleton: domainSkeleton(one) }];
      });
    });
