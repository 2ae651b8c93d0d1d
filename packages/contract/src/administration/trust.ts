import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import { multilineText } from '../text.ts';

const TRUST_ENTRIES_MAX = 500;
const HELD_WORD_MIN = 2;
const HELD_WORD_MAX = 60;
export const DOMAIN_MAX = 253;
export const HOLD_FIRST_MAX = 5;
export const TRUST_TEXT_MAX = 5000;

/** Normalises entries: lower case, folded white space, without duplicates. */
const normalized = (entries: string[]): string[] => [
  ...new Set(entries.map(entry => entry.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase())),
];

// Words are compared by their letters and digits only, so a word without any would never match.
const isWord = (entry: string): boolean =>
  entry.length >= HELD_WORD_MIN &&
  entry.length <= HELD_WORD_MAX &&
  (entry.match(/[\p{L}\p{N}]/gu) ?? []).length >= HELD_WORD_MIN;

const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** Whether an entry is a domain: it has at least two labels, and the last one is not a number, as in an IP address. */
const isDomain = (entry: string): boolean => {
  const labels = entry.split('.');
  const hasName = labels.length >= 2 && !/^\d+$/.test(labels.at(-1) ?? '');
  return hasName && entry.length <= DOMAIN_MAX && labels.every(label => LABEL.test(label));
};

/** A list of entries. It has one error message, which names its first invalid entry. */
const list = (name: string, isValid: (entry: string) => boolean, problem: (entry: string) => string) =>
  z
    .pipe(
      z.array(z.string(`${name}: cada renglón debe ser un texto`), `${name}: debe ser una lista`),
      z.transform(normalized),
    )
    .check(context => {
      const { value } = context;
      const wrong = value.find(entry => !isValid(entry));
      const message =
        value.length > TRUST_ENTRIES_MAX
          ? `${name}: puedes poner como máximo ${TRUST_ENTRIES_MAX}`
          : wrong !== undefined && `${name}: ${problem(shortened(wrong))}`;
      if (message !== false) context.issues.push({ code: 'custom', message, input: value });
    });

const shortened = (entry: string): string => (entry.length > 40 ? `${entry.slice(0, 40)}…` : entry);

const words = (name: string) =>
  list(
    name,
    isWord,
    entry => `«${entry}» debe tener de ${HELD_WORD_MIN} a ${HELD_WORD_MAX} caracteres, con letras o números`,
  );

const domains = (name: string) =>
  list(name, isDomain, entry => `«${entry}» no es un dominio como ejemplo.com`);

const WRONG_FIRST = `Las primeras publicaciones en revisión deben ser un número entero de 0 a ${HOLD_FIRST_MAX}`;

const lists = {
  /** Words and phrases that hold a publication for review, in any case and with or without accents. */
  heldWords: words('Palabras que se revisan'),
  /** Web domains that hold a publication for review, with their subdomains. */
  heldDomains: domains('Páginas que se revisan'),
  /** Mail domains that may not sign up, with their subdomains. */
  refusedMailDomains: domains('Correos que no se aceptan'),
};

export const trustSettings = z.object({
  ...lists,
  /** The number of an account's first publications that are held for review. */
  holdFirst: z
    .number(WRONG_FIRST)
    .check(z.int(WRONG_FIRST), z.minimum(0, WRONG_FIRST), z.maximum(HOLD_FIRST_MAX, WRONG_FIRST)),
});
export type TrustSettings = z.output<typeof trustSettings>;

/** The reply with the stored lists, which were validated when they were stored. */
const storedSettings = z.object({
  heldWords: z.array(z.string()),
  heldDomains: z.array(z.string()),
  refusedMailDomains: z.array(z.string()),
  holdFirst: z.int(),
});

/** A text to test against the lists; an absent list is the stored one. */
const trustTrial = z.object({
  text: multilineText(TRUST_TEXT_MAX, () => `El texto debe tener como máximo ${TRUST_TEXT_MAX} caracteres`),
  heldWords: z.optional(lists.heldWords),
  heldDomains: z.optional(lists.heldDomains),
  refusedMailDomains: z.optional(lists.refusedMailDomains),
});
export type TrustTrial = z.output<typeof trustTrial>;

/** The entries that match a text. */
const trustTrialResult = z.object({
  words: z.array(z.string()),
  domains: z.array(z.string()),
  /** The matching mail domains of e-mail addresses in the text. */
  mailDomains: z.array(z.string()),
});
export type TrustTrialResult = z.infer<typeof trustTrialResult>;

const tag = 'Superadministración';

export const getTrust = endpoint({
  method: 'GET',
  path: '/admin/trust',
  summary:
    'Qué se retiene para revisar: palabras, páginas y primeras publicaciones; y los correos que no se aceptan',
  tag,
  access: 'superadmin',
  status: 200,
  reply: storedSettings,
  errors: ROLE_ERRORS,
});

export const updateTrust = endpoint({
  method: 'PUT',
  path: '/admin/trust',
  summary: 'Reemplazar las listas; quedan en minúsculas y sin repetidos',
  tag,
  access: 'superadmin',
  body: trustSettings,
  status: 200,
  reply: storedSettings,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});

export const tryTrust = endpoint({
  method: 'POST',
  path: '/admin/trust/try',
  summary: 'Probar un texto con estas listas o, si faltan, con las guardadas; no guarda nada',
  tag,
  access: 'superadmin',
  body: trustTrial,
  status: 200,
  reply: trustTrialResult,
  isCostly: true,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});
