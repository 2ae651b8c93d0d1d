import { domainToUnicode } from 'node:url';
import { DELETED_NAME } from '@minga/contract/text';

/**
 * Letters that look like others, folded for comparison alone: the skeletons of Unicode TR39 (confusables.txt) for the letters a–z, as
 * far as NFKD does not make them equal already, with figures and signs that are written for letters. Each row: the letter, and what
 * looks like it. The case counts, since 'Η' looks like H and 'η' like n.
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
  // Signs that stand as letters. A full stop or a dash is none.
  ["'", '’‘ʼʻ´`'],
];

const LETTER_OF = new Map(
  LOOK_ALIKES.flatMap(([letter, others]) => [...others].map(other => [other, letter] as const)),
);

/** Letters in squares and circles without a decomposition, and the halves of flags. */
const SYMBOL_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

const BEYOND_ASCII = /[^\0-\x7f]/gu;

function letterOf(character: string): string {
  const folded = LETTER_OF.get(character);
  if (folded !== undefined) return folded;
  const code = character.codePointAt(0) ?? 0;
  const start = SYMBOL_ALPHABETS.find(first => code >= first && code < first + 26);
  return start === undefined ? character : String.fromCharCode(0x61 + code - start);
}

/** Lower case without accents and invisible characters; 'ñ' is a letter of its own, so that 'ano' does not match 'año'. */
const plain = (decomposed: string): string =>
  decomposed
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/n\p{M}*?\u0303/gu, 'ñ')
    .replace(/\p{M}/gu, '');

/** The words of a text in plain form. */
export const plainWords = (text: string): string[] => wordsOf(plain(text.normalize('NFKD')));

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** In plain form, with look-alike letters of other alphabets as those of ours. */
const withoutLookAlikes = (text: string): string =>
  plain(text.normalize('NFKD').replace(BEYOND_ASCII, letterOf));

/** What a domain name looks like; accents distinguish. Also of a name in ASCII ('xn--…'). */
export function domainSkeleton(name: string): string {
  const shown = /xn--/i.test(name) ? domainToUnicode(name.toLowerCase()) : name;
  return (shown || name).normalize('NFD').replace(BEYOND_ASCII, letterOf).toLowerCase();
}

const FIGURES: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
};

/** Figures as the letters that they are written for. `one` is what '1' stands for. */
const withoutFigures = (word: string, one: 'i' | 'l' = 'i'): string =>
  word.replace(/1/g, one).replace(/[02-9]/g, figure => FIGURES[figure] ?? figure);

const SIGNS: Readonly<Record<string, string>> = { '@': 'a', $: 's', '€': 'e', '!': 'i', '|': 'i' };

const signsAsLetters = (text: string): string => text.replace(/[@$€!|]/g, sign => SIGNS[sign] ?? sign);

/** Signs within words, or money's before and after them, as the letters that they are written for: 'c@$ino'. */
const withoutSigns = (text: string): string =>
  text
    .replace(/(?<=[\p{L}\p{N}])[@$€!|]+(?=[\p{L}\p{N}])/gu, signsAsLetters)
    .replace(/[@$€]+(?=\p{N}*\p{L})|(?<=[\p{L}\p{N}])[@$€]+/gu, signsAsLetters);

/** Letters of one alphabet that look alike as one: 'l' and 'i', 'rn' and 'm', 'vv' and 'w', 'ñ' and 'n'. */
const withoutTwins = (word: string): string =>
  word.replace(/l/g, 'i').replace(/r[nñ]/g, 'm').replace(/vv/g, 'w').replace(/ñ/g, 'n');

/** A text as a reader may take it. */
interface Looks {
  /** Its words with '1' as 'i', with '1' as 'l', and without twins. */
  readonly words: readonly [withI: string[], withL: string[], twins: string[]];
  /** Letters that stand apart ('c a s i n o'), joined, in the same three forms. */
  readonly spaced: readonly string[];
  /** Words with signs between their letters ('cas*ino'), without the signs, with '1' as 'i' and without twins. */
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

/** Figures among letters are read as letters; a number stays one. */
const read = (word: string, one: 'i' | 'l'): string =>
  /\d/.test(word) && /\p{L}/u.test(word) ? withoutFigures(word, one) : word;

/** At least three single characters in a row. */
function spacedIn(letters: string): string[] {
  const runs = [''];
  for (const [token] of letters.matchAll(/[\p{L}\p{N}@$€!|]+/gu))
    if ([...token].length > 1) runs.push('');
    else runs.push((runs.pop() ?? '') + token);
  return runs.filter(run => run.length >= 3).map(signsAsLetters);
}

const SIGNS_INSIDE = /(?<=[\p{L}\p{N}])[^\p{L}\p{N}\s]+(?=[\p{L}\p{N}])/gu;

/** What stands between spaces and has signs inside, without them; a short one may be anything: 'y/o'. */
const joinedIn = (letters: string): string[] =>
  (letters.match(/\S{5,}/gu) ?? []).flatMap(run => {
    const word = wordsOf(run.replace(SIGNS_INSIDE, signs => signsAsLetters(signs).replace(/[^\p{L}]/gu, '')));
    return word.length === 1 && word[0] !== run ? word : [];
  });

/** The letters and figures of a name, in a form that all its look-alikes share. */
export const nameSkeleton = (name: string): string =>
  withoutTwins(withoutFigures(withoutSigns(withoutLookAlikes(name)).replace(/[^\p{L}\p{N}]/gu, '')));

/** Names that would speak for the site. */
const RESERVED = new Set(
  [
    ...[
      'Minga',
      'Minga oficial',
      'Equipo Minga',
      'Equipo de Minga',
      'Soporte',
      'Soporte Minga',
      'Soporte de Minga',
    ],
    ...[
      'Admin',
      'Administración',
      'Administración de Minga',
      'Administrador',
      'Administradora',
      'Moderación',
    ],
    ...['Superadmin', 'Superadministración', 'Superadministrador', 'Superadministradora', DELETED_NAME],
  ].map(nameSkeleton),
);

/** Whether a person's name looks like the site's, that of its administration or that of deleted accounts, or mixes alphabets in a word. */
export const isDeceptiveName = (name: string): boolean =>
  RESERVED.has(nameSkeleton(name)) || mixesScripts(name);

// Without the scripts of Chinese, Japanese and Korean, which mix with each other and with Latin, and have no letter that looks like ours.
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

/** Whether a word has letters of two alphabets, as ordinary names do not. Apostrophes and figures belong to all of them. */
export const mixesScripts = (text: string): boolean =>
  (text.normalize('NFKC').match(/[\p{L}\p{M}\p{Default_Ignorable_Code_Point}'’ʼ]+/gu) ?? []).some(
    word => ALPHABETS.filter(alphabet => alphabet.test(word)).length > 1,
  );
