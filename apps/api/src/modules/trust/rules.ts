import { domainToASCII } from 'node:url';
import { DOMAIN_MAX } from '@minga/contract/administration/trust';
import { addressText } from '../../platform/web-address.ts';
import { domainSkeleton, looksOf, plainWords } from './confusable-rules.ts';

export interface TrustLists {
  readonly heldWords: readonly string[];
  readonly heldDomains: readonly string[];
  readonly refusedMailDomains: readonly string[];
}

/** The matched entries, spelled as in the lists. */
export interface Matches {
  readonly words: string[];
  readonly domains: string[];
}

export interface Matcher {
  /** Matches each text separately, so that a phrase does not match across two texts. */
  match(texts: readonly string[]): Matches;
  /** The entry that an e-mail address matches, or null if there is none. */
  refusedDomainOf(email: string): string | null;
  /** The entries that the e-mail addresses in a text match. */
  refusedDomainsIn(text: string): string[];
}

/** Compiles the lists, so that one pass for each reading of a text's letters compares it with all entries. */
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

/**
 * The minimum lengths of entries that disguised words can match. Shorter entries look like too many ordinary words: 'so' and '50',
 * 'homo' and 'horno'.
 */
const DISGUISED_MIN = 3;
const SPACED_MIN = 4;
const TWINS_MIN = 6;

interface Phrases {
  readonly plain: PhrasesByFirstWord;
  readonly disguised: PhrasesByFirstWord;
  readonly twins: PhrasesByFirstWord;
  /** The phrases without spaces by their first letters, for words whose letters are separated by spaces. */
  readonly spaced: PhrasesByFirstWord;
}

/** Returns null if there are no entries. */
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
  // A phrase also matches as one word: 'dinerofácil'.
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
  // Skips the pass for most texts, which contain nothing in disguise.
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

/** The entries by their names in ASCII and by their skeletons. */
function byName(entries: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of entries)
    for (const { ascii, skeleton } of domainNamesIn(entry)) found.set(ascii, entry).set(skeleton, entry);
  return found;
}

/** The name in ASCII, or an empty string if it is not a valid domain name. */
const asciiOf = (name: string): string => (/[^a-z0-9.-]/.test(name) ? domainToASCII(name) : name);

interface DomainName {
  readonly ascii: string;
  readonly skeleton: string;
}

/** The entry for a domain name, its skeleton, or a parent domain of either, or null if there is none. */
const entryOf = (entries: ReadonlyMap<string, string>, { ascii, skeleton }: DomainName): string | null =>
  entryAbove(entries, ascii) ?? (skeleton === ascii ? null : entryAbove(entries, skeleton));

function entryAbove(entries: ReadonlyMap<string, string>, name: string): string | null {
  // Searches from the right up to the maximum length, since a pasted text may have more labels than any domain name.
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

/** Matches the dots in 'ejemplo[.]com', 'ejemplo (punto) com', 'ejemplo punto com' and 'ejemplo . com'. */
const DISGUISED_DOT = /\s*[[({<]\s*(?:\.|dot|punto)\s*[\])}>]\s*|\s+(?:\.|dot|punto)\s+/giu;

/** Matches full stops of other scripts, and those encoded in HTML. */
const OTHER_DOT = /[۔܂‧]|&#0*46;|&#x0*2e;|&period;/gi;
/** Matches the dots in 'ejemplo. com' and 'ejemplo .com', but not before a sentence, which begins in upper case. */
const SPACED_DOT = /(?<=[\p{L}\p{N}])\s{0,3}\.\s{0,3}(?=[\p{Ll}\p{N}])/gu;

/** The possible domain names in a text, in a URL or bare, including those with disguised dots. */
function domainNamesIn(text: string): DomainName[] {
  const plain = addressText(text.replace(OTHER_DOT, '.'));
  const undisguised = plain.replace(DISGUISED_DOT, '.').replace(SPACED_DOT, '.');
  return [plain, ...(undisguised === plain ? [] : [undisguised])].flatMap(namesIn);
}

const namesIn = (plain: string): DomainName[] =>
  (plain.match(/[\p{L}\p{M}\p{N}.-]+/gu) ?? [])
    // Splits at empty labels, which no domain name has: '¡mira…ejemplo.com'.
    .flatMap(run => run.split(/\.{2,}/))
    .flatMap(run => {
      // Removes punctuation around a name: '.ejemplo.com.' and 'ejemplo.com-'.
      const name = run.replace(/^[.-]+/, '').replace(/[.-]+$/, '');
      if (!name.includes('.')) return [];
      // Cuts a top-level domain at a dash, which only an encoded one contains.
      const cut = name.replace(/\.(?!xn--)([^.-]+)-[^.]*$/i, '.$1');
      return [...new Set([name, cut])].flatMap(one => {
        const ascii = asciiOf(one.toLowerCase());
        return ascii === '' ? [] : [{ ascii, skeleton: domainSkeleton(one) }];
      });
    });
