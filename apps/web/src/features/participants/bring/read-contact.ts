import { COMPANIONS_MAX } from '@minga/contract/places';

interface ReadContact {
  /** The rest of the text; a vertical bar is where a contact was. */
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** The number next to the contact, as in 'Rosa 3001234567 - 2', or 0 without one. */
  readonly companions: number;
  /** Documents and further phones, which have no field. */
  readonly others: readonly string[];
}

const EMAIL = /(?:mailto:)?([^\s<>()[\],;:"|/]+@[^\s<>()[\],;:"|/]+)/iu;
const DOCUMENT =
  /(?<!\p{L})(?:c\.?\s?c\.?|c[eé]dula|t\.?i\.?|documento|doc)\s*[:.#]?\s*(?:n[o°º.]*\s*)?\d[\d.]{5,}/giu;
const LABELS =
  /(?<!\p{L})(?:tel[eé]fonos?|celular|cel|tel|m[oó]vil|whats?app|wpp|wsp|correo(?: electr[oó]nico)?|e-?mail|mail|nombre)(?!\p{L})\s*[.:#]*/giu;

/** Takes the e-mail, the phone and the number next to them out of a text. */
export function readContact(text: string): ReadContact {
  const found = EMAIL.exec(text);
  const email = (found?.[1] ?? '').replace(/[.,;:!?'’)»]+$/u, '').replace(/^['‘«]+/u, '');
  const written = found === null ? text : text.replace(found[0], ' | ');
  const documents = written.match(DOCUMENT) ?? [];
  const rest = written.replace(DOCUMENT, ' ');
  const phones = [...rest.matchAll(PHONE)].flatMap(([run]) => phonesOf(run)).filter(isPhone);
  const phone = phones.find(isMobile) ?? phones[0] ?? '';
  const without = phones.reduce((left, one) => left.replace(one, ' | '), rest);
  const others = [...documents, ...phones.filter(one => digitsOf(one) !== digitsOf(phone))].map(one =>
    one.trim(),
  );
  if (email === '' && phone === '') return { name: without, email, phone, companions: 0, others };
  const unlabelled = without.replace(LABELS, ' ').replace(/^\s*#?\d{1,3}[\s.)]*(?=\|)/, '');
  return { email, phone: phone.trim(), others, ...takeCompanions(unlabelled) };
}

// Phones

/** A run of digits as phones are grouped. It may also contain a second phone or a number of companions. */
const PHONE = /\(?(?:\+ ?)?\(?\d[\d\s().–-]{5,}\d/gu;
/** A mobile phone of Colombia in any grouping. A last digit by itself is not the phone's. */
const MOBILE = /(?<!\d)(?:\(?(?:\+ ?)?57\)?[\s.–-]*)?\(?3(?:[\s().–-]*\d){8}\d(?!\d)/gu;
/** The start of a phone of another country. In '+2 300 123 4567' there is none: only 1 and 7 are codes of one digit. */
const FOREIGN = /^\(?\+ ?(?!57|[2-689]\s)/u;
/** Longer runs, which pasted tables of numbers have, contain no phone that could be told apart. */
const RUN_MAX = 60;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Whether a phone is a mobile phone of Colombia. */
export const isMobile = (phone: string): boolean => /^(?:57)?3\d{9}$/.test(digitsOf(phone));

function isPhone(text: string): boolean {
  const { length } = digitsOf(text);
  return length >= 7 && length <= 15;
}

/** The phones of a run of digits. */
function phonesOf(run: string): string[] {
  if (run.length > RUN_MAX) return [run];
  const mobiles = FOREIGN.test(run) ? [] : (run.match(MOBILE) ?? []);
  if (mobiles.length === 0) return dividedPhones(run);
  const rest = mobiles.reduce((left, one) => left.replace(one, ' | '), run);
  return [...mobiles, ...rest.split('|').flatMap(part => part.match(PHONE) ?? [])];
}

/** The phones of a run without a mobile phone: '823 1234 - 2' has one, '(602) 823 - 1234' too, '8231234 - 8235678' two. */
function dividedPhones(run: string): string[] {
  for (const { 0: sign, index } of run.matchAll(/\s[-–]\s|\s\(/g)) {
    const [left, right] = [run.slice(0, index), run.slice(index + sign.length)];
    const isSeparate = isPhone(right) || /^\s*\d$/.test(right);
    if (isPhone(left) && isSeparate) return [left, ...phonesOf(right)];
  }
  return [run];
}

// Companions

/** After a contact, or before one with a sign between the name and the number. */
const BESIDE = [
  /\|[\s|]*[-–—,;:/().+]*\s*(\d{1,2})\s*[-–—,;:/).]*\s*(?=\||$)/u,
  /(?<=\p{L}\.?\s*)[-–—,;:/(+]\s*(\d{1,2})\s*[-–—,;:/)]*\s*(?=\|)/u,
];

function takeCompanions(name: string): Pick<ReadContact, 'name' | 'companions'> {
  for (const pattern of BESIDE) {
    const found = pattern.exec(name);
    const companions = Number(found?.[1] ?? 0);
    // A larger number is an age or a number of a house.
    if (found !== null && companions <= COMPANIONS_MAX)
      return { name: name.replace(found[0], ' | '), companions };
  }
  return { name, companions: 0 };
}
