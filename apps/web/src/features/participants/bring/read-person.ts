import { DELETED_NAME } from '@minga/contract/text';
import { readContact } from './read-contact.ts';

/** A person as understood from a list; texts are empty where the list says nothing. */
export interface ReadPerson {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly companions: number;
  /** Text of the row that belongs to no field. The organiser sees it and decides. */
  readonly leftOut?: string;
}

export interface ReadList {
  readonly people: readonly ReadPerson[];
  /** The lines in which there is no person, such as titles. */
  readonly skipped: readonly string[];
  /** The titles of columns that were not read. */
  readonly unread: readonly string[];
}

export const NO_ONE: ReadPerson = { name: '', email: '', phone: '', companions: 0 };

/** The mark or number before an entry of a list. */
export const MARK =
  /^\s*(?:(?:[-*•·–—▪◦●■□☐☑✓✔✅➡→>»]|\ufe0f)+\s*|\(?#?\d{1,3}\s*[.):°º-]+\s*|(?:\d\ufe0f?\u20e3)+\s*|\d{1,3}\s+(?=\p{L}))/u;

/** A person with what of the text has no field. */
export function withLeftOut(person: ReadPerson, texts: readonly string[]): ReadPerson {
  const leftOut = texts.filter(text => /[\p{L}\p{N}]/u.test(text)).join(', ');
  return leftOut === '' ? person : { ...person, leftOut };
}

/** Reads a person in one line, such as '1. Ana Paz - 3001234567 - con su hija'. */
export function personOfLine(line: string): ReadPerson {
  const unmarked = line.replace(MARK, '').replace(MARK, '');
  // Companions first if a word says so: their digit would be taken for one of the phone's.
  const named = namedCompanions(unmarked);
  const { name, email, phone, others, ...beside } = readContact(named?.rest ?? unmarked);
  const said = named?.companions ?? beside.companions;
  const { companions, rest } = said > 0 ? { companions: said, rest: name } : companionsOf(name);
  return withLeftOut({ name: tidy(rest), email, phone, companions }, others);
}

const NUMBERS = ['una?|uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'];
const COMPANIONS =
  '(?:acompañantes?|acomp|amig[oa]s?|niñ[oa]s?|hij[oa]s?|niet[oa]s?|sobrin[oa]s?|herman[oa]s?|prim[oa]s?|vecin[oa]s?|familiares|invitad[oa]s?|adultos?|personas? m[aá]s|m[aá]s)(?![\\p{L}\\d])';
const WITH =
  '(?:(?<!\\p{L})(?:con|[yec]|m[aá]s|lleva|trae)(?!\\p{L})|\\+)\\s*(?:(?:mis?|sus?|otr[oa]s?)\\s+)?';

/** Ways to say companions that no name contains, with the number that each says. */
const NAMED: readonly [RegExp, (found: string) => number][] = [
  // 'y 3 acompañantes', '(2 niños)', '3 acompañantes'.
  [
    new RegExp(
      `[([]?\\s*(?:${WITH})?(?<![\\p{L}\\d]|(?<!\\p{L})l[ao]s\\s+)(\\d{1,2})\\s*${COMPANIONS}\\s*[)\\]]?`,
      'iu',
    ),
    Number,
  ],
  // 'con dos niños', without a digit only after such a word.
  [new RegExp(`[([]?\\s*${WITH}(${NUMBERS.join('|')})\\s+${COMPANIONS}\\s*[)\\]]?`, 'iu'), numberOfWord],
  // 'dos acompañantes', a word that no name has.
  [
    new RegExp(
      `[([]?\\s*(?<![\\p{L}\\d])(${NUMBERS.join('|')})\\s+(?:acompañantes?|invitad[oa]s?|personas? m[aá]s)(?!\\p{L})\\s*[)\\]]?`,
      'iu',
    ),
    numberOfWord,
  ],
  [/[([]?\s*acompañantes?\s*[:=]?\s*(\d{1,2})(?!\d)\s*[)\]]?/iu, Number],
  [/[([]?\s*(?<!\p{L})(?:con|y|m[aá]s)\s+(?:su\s+)?(acompañante)(?!\p{L})\s*[)\]]?/iu, () => 1],
];

export function numberOfWord(word: string): number {
  return 1 + NUMBERS.findIndex(one => new RegExp(`^(?:${one})$`, 'i').test(word));
}

const COUNTS: readonly [RegExp, (found: string) => number][] = [
  ...NAMED,
  [/\(?\+\s*(\d)(?!\d)\s*(?:personas?)?\)?/iu, Number],
  [/(?<!\p{L})(?:con|y|m[aá]s)\s+(\d)(?!\d)(?:\s*personas?(?!\p{L}))?/iu, Number],
  [/\b(?:somos|vamos|iremos)\s+(\d)(?!\d)/iu, found => Number(found) - 1],
  [/(?:\(|(?<=[\p{L}|]\s*)[-–—,:])\s*(\d)\s*personas?\s*(?:\)|$)/iu, found => Number(found) - 1],
  // 'Rosa - 2', 'Rosa (2)'.
  [/(?<=\p{L}\s*)[-–—,(]\s*(\d)\s*\)?\s*$/u, Number],
  [/(?<!\p{L})(?:con|y)\s+(?:mi|su)\s+\p{L}+/iu, () => 1],
];

interface Companions {
  readonly companions: number;
  /** The text without them. */
  readonly rest: string;
}

function firstOf(text: string, ways: typeof COUNTS): Companions | null {
  for (const [pattern, count] of ways) {
    const found = pattern.exec(text);
    if (found === null) continue;
    // More companions than allowed stay as written, for the organiser to correct.
    return { companions: Math.max(0, count(found[1] ?? '')), rest: text.replace(found[0], ' ') };
  }
  return null;
}

/** Companions that are said with a word, or null. */
export const namedCompanions = (text: string): Companions | null => firstOf(text, NAMED);

/** Takes the number of companions out of a text. */
export const companionsOf = (text: string): Companions =>
  firstOf(text, COUNTS) ?? { companions: 0, rest: text };

/** A name without pictures and without signs at its ends. */
export const tidy = (name: string): string =>
  name
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3|\u200d/gu, ' ')
    .replace(/\s*\|[\s|]*/g, ' ')
    .replace(/[<([{]\s*[>)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/( \.)+ ?$/, '')
    // An angle bracket that opens a name or closes it is part of what was written.
    .replace(/^[\s\-–—:,;.|/*_~>]+|[\s\-–—:,;|/*_~<]+$/gu, '')
    .replace(/^"([^"]*)"$|^"([^"]*)$|^([^"]*)"$/u, '$1$2$3')
    .trim();

/** The people of a list. A person without a name and contact is none, and a person whose data was erased cannot be added again. */
export function listOf(
  rows: readonly (readonly [ReadPerson, string])[],
  unread: readonly string[] = [],
): ReadList {
  const isPerson = ({ name, email, phone }: ReadPerson) =>
    (name !== '' || email !== '' || phone !== '') && (name !== DELETED_NAME || email !== '' || phone !== '');
  return {
    unread,
    people: rows.map(([person]) => person).filter(isPerson),
    skipped: rows
      .filter(([person]) => !isPerson(person))
      .map(([, line]) => line.trim())
      .filter(line => /[\p{L}\p{N}]/u.test(line.replace(MARK, ''))),
  };
}
