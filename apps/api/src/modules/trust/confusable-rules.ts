import { domainToUnicode } from 'node:url';
import { DEFAULT_NAME } from '@minga/contract/site-words';
import { DELETED_NAME } from '@minga/contract/text';

/**
 * Look-alike characters, which are folded only for comparisons: those that Unicode TR39 (confusables.txt) lists for the letters a–z and
 * that NFKD does not fold, and some for digits and apostrophes. Each row has a character and those that look like it. The case is
 * significant, since 'Η' looks like H and 'η' like n.
 */
const LOOK_ALIKES: readonly (readonly [letter: string, others: string])[] = [
  ['a', 'аАɑαΑᴀⱥȺꭺᎪꓮ∆ΔΛɅ'],
  ['ae', 'æÆӕӔ'],
  ['b', 'ЬьƅвВβΒʙƀɃɓƁъЪᏴꓐ'],
  ['c', 'сСςϹҫҪƈƇȼȻᴄᏟꓚ'],
  ['d', 'ԁԀđĐɗƊðÐᴅᎠꓓ'],
  ['e', 'еЕεΕΣєЄэЭҽҼԑԐɛƐəƏǝɇɆᴇᎬꓰⲉⲈ'],
  ['f', 'ƒƑғҒꜰꓝᖴ'],
  ['g', 'ɡɢԍԌցɠƓǥǤᏀꓖ'],
  ['h', 'һҺнНΗհħĦʜᎻꓧ'],
  ['i', 'іІıιΙɪɩɨƗւᎥꓲ'],
  ['j', 'јЈϳȷյɉɈᴊᎫꓙ'],
  ['k', 'кКκΚқҚҡҠҝҜƙƘᴋᏦꓗ'],
  ['l', 'ӏӀłŁƚȽʟլԼᏞꓡ'],
  ['m', 'мМΜᴍϺᎷꓟ'],
  ['n', 'пПиИηΝողըƞȠɴŋŊꓠ'],
  ['o', 'оОοΟσөӨθΘɵƟøØօՕᴏ०੦૦௦౦೦൦๐໐၀〇○◯ꓳ'],
  ['oe', 'œŒ'],
  ['p', 'рРρΡþÞƥƤᴘᏢꓑ'],
  ['q', 'ԛԚգզʠɋɊ'],
  ['r', 'гГґҐяЯɍɌʀɾᎡꓣ'],
  ['s', 'ѕЅꜱʂՏᏚꓢ'],
  ['ss', 'ßẞ'],
  ['t', 'тТτΤŧŦƭƬҭҬᴛᎢꓔ'],
  ['u', 'υսՍцЦᴜʉɄꓴ'],
  ['v', 'ѵѴνʋƲᴠᏙꓦ'],
  ['w', 'ԝԜшШщЩωѡѠաᴡᎳꓪ'],
  ['x', 'хХχΧҳҲꓫ'],
  ['y', 'уУүҮұҰΥγɣɏɎƴƳʏꓬ'],
  ['z', 'ΖƶƵȥȤʐᴢᏃꓜ'],
  ['3', 'зЗʒƷӡӠȝȜ'],
  ['6', 'бБ'],
  // Folds signs that are written for letters, unlike full stops and dashes.
  ["'", '’‘ʼʻ´`'],
];

const LETTER_OF = new Map(
  LOOK_ALIKES.flatMap(([letter, others]) => [...others].map(other => [other, letter] as const)),
);

/** The code points of 'A' in the alphabets that have no decomposition: letters in circles and squares, and the halves of flags. */
const SYMBOL_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

const BEYOND_ASCII = /[^\0-\x7f]/gu;

function letterOf(character: string): string {
  const folded = LETTER_OF.get(character);
  if (folded !== undefined) return folded;
  const code = character.codePointAt(0) ?? 0;
  const start = SYMBOL_ALPHABETS.find(first => code >= first && code < first + 26);
  return start === undefined ? character : String.fromCharCode(0x61 + code - start);
}

/** Converts to lower case without accents and invisible characters. Retains 'ñ', so that 'ano' does not match 'año'. */
const plain = (decomposed: string): string =>
  decomposed
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/n\p{M}*?\u0303/gu, 'ñ')
    .replace(/\p{M}/gu, '');

/** The words of a text in plain form. */
export const plainWords = (text: string): string[] => wordsOf(plain(text.normalize('NFKD')));

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** A text in plain form, with look-alikes of Latin letters replaced by these. */
const withoutLookAlikes = (text: string): string =>
  plain(text.normalize('NFKD').replace(BEYOND_ASCII, letterOf));

/** The skeleton of a domain name, in which accents are significant. Names in ASCII ('xn--…') are decoded first. */
export function domainSkeleton(name: string): string {
  const shown = /xn--/i.test(name) ? domainToUnicode(name.toLowerCase()) : name;
  return (shown || name).normalize('NFD').replace(BEYOND_ASCII, letterOf).toLowerCase();
}

const FIGURES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
};

/** Replaces digits by the letters that they are written for; `one` is the letter for '1'. */
const withoutFigures = (word: string, one: 'i' | 'l' = 'i'): string =>
  word.replace(/1/g, one).replace(/[02-9]/g, figure => FIGURES[figure] ?? figure);

const SIGNS: Readonly<Record<string, string>> = { '@': 'a', $: 's', '€': 'e', '!': 'i', '|': 'i' };

const signsAsLetters = (text: string): string => text.replace(/[@$€!|]/g, sign => SIGNS[sign] ?? sign);

/** Replaces signs in words, and '@' and currency signs around them, by the letters that they are written for: 'c@$ino'. */
const withoutSigns = (text: string): string =>
  text
    .replace(/(?<=[\p{L}\p{N}])[@$€!|]+(?=[\p{L}\p{N}])/gu, signsAsLetters)
    .replace(/[@$€]+(?=\p{N}*\p{L})|(?<=[\p{L}\p{N}])[@$€]+/gu, signsAsLetters);

/** Merges Latin letters that look alike: 'l' and 'i', 'rn' and 'm', 'vv' and 'w', 'ñ' and 'n'. */
const withoutTwins = (word: string): string =>
  word.replace(/l/g, 'i').replace(/r[nñ]/g, 'm').replace(/vv/g, 'w').replace(/ñ/g, 'n');

/** The ways in which a reader may read a text. */
interface Looks {
  /** Its words with '1' as 'i', with '1' as 'l', and with merged twins. */
  readonly words: readonly [withI: string[], withL: string[], twins: string[]];
  /** Single letters between spaces ('c a s i n o'), joined, in the same three forms. */
  readonly spaced: readonly string[];
  /** Words with signs between their letters ('cas*ino'), without the signs, with '1' as 'i' and also with merged twins. */
  readonly joined: readonly [withI: string[], twins: string[]];
}

export function looksOf(text: string): Looks {
  const letters = withoutLookAlikes(text);
  const words = wordsOf(withoutSigns(letters));
  const withI = words.map(word => read(word, 'i'));
  const joined = joinedIn(letters).map(word => read(word, 'i'));
  return {
    words: [withI, words.map(word => read(word, 'l')), withI.map(withoutTwins)],
    spaced: spacedIn(letters).flatMap(run => [
      ...new Set([read(run, 'i'), read(run, 'l'), withoutTwins(read(run, 'i'))]),
    ]),
    joined: [joined, joined.map(withoutTwins)],
  };
}

/** Replaces digits by letters in a word with both; a number does not change. */
const read = (word: string, one: 'i' | 'l'): string =>
  /\d/.test(word) && /\p{L}/u.test(word) ? withoutFigures(word, one) : word;

/** Finds runs of at least three single characters and joins each run. */
function spacedIn(letters: string): string[] {
  const runs = [''];
  for (const [token] of letters.matchAll(/[\p{L}\p{N}@$€!|]+/gu))
    if ([...token].length > 1) runs.push('');
    else runs.push((runs.pop() ?? '') + token);
  return runs.filter(run => run.length >= 3).map(signsAsLetters);
}

const SIGNS_INSIDE = /(?<=[\p{L}\p{N}])[^\p{L}\p{N}\s]+(?=[\p{L}\p{N}])/gu;

/** Finds words with signs inside and removes the signs. Ignores short ones, which may be ordinary: 'y/o'. */
const joinedIn = (letters: string): string[] =>
  (letters.match(/\S{5,}/gu) ?? []).flatMap(run => {
    const word = wordsOf(run.replace(SIGNS_INSIDE, signs => signsAsLetters(signs).replace(/[^\p{L}]/gu, '')));
    return word.length === 1 && word[0] !== run ? word : [];
  });

/** The skeleton of a name, which all names that look like it share. */
export const nameSkeleton = (name: string): string =>
  withoutTwins(withoutFigures(withoutSigns(withoutLookAlikes(name)).replace(/[^\p{L}\p{N}]/gu, '')));

/** The skeletons of names that would seem to be the administration's. */
const RESERVED = new Set(
  [
    ...['Soporte', 'Admin', 'Administración', 'Administrador', 'Administradora', 'Moderación'],
    ...['Superadmin', 'Superadministración', 'Superadministrador', 'Superadministradora', DELETED_NAME],
  ].map(nameSkeleton),
);

/** Names that would seem to be the site's own. */
const namesOfSite = (site: string): string[] => [
  ...[site, `${site} oficial`, `Equipo ${site}`, `Equipo de ${site}`],
  ...[`Soporte ${site}`, `Soporte de ${site}`, `Administración de ${site}`],
];

/**
 * Whether a person's name looks like the name of the site, its administration or deleted accounts, or mixes alphabets in a word. `site` is
 * the name of the site.
 */
export function isDeceptiveName(name: string, site: string = DEFAULT_NAME): boolean {
  const skeleton = nameSkeleton(name);
  const isOfSite = namesOfSite(site).some(own => nameSkeleton(own) === skeleton);
  return isOfSite || RESERVED.has(skeleton) || mixesScripts(name);
}

// Omits the scripts of Chinese, Japanese and Korean, which mix with each other and with Latin, and have no letters that look like Latin.
const ALPHABETS = [
  ...[
    'Latin',
    'Cyrillic',
    'Greek',
    'Coptic',
    'Armenian',
    'Georgian',
    'Cherokee',
    'Lisu',
    'Deseret',
    'Tifinagh',
  ],
  ...['Hebrew', 'Arabic', 'Devanagari', 'Thai'],
].map(name => new RegExp(`\\p{Script=${name}}`, 'u'));

/** Whether a word has letters of two alphabets, unlike ordinary names. Apostrophes and digits belong to no alphabet. */
export const mixesScripts = (text: string): boolean =>
  (text.normalize('NFKC').match(/[\p{L}\p{M}\p{Default_Ignorable_Code_Point}'’ʼ]+/gu) ?? []).some(
    word => ALPHABETS.filter(alphabet => alphabet.test(word)).length > 1,
  );
