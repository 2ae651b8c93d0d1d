import * as z from 'zod/mini';

export const EMAIL_MAX = 254;
const FORBIDDEN_CHARACTERS = 'El texto contiene caracteres no permitidos';
const NOT_TEXT = 'Este campo debe ser un solo texto';

// Addresses are written into mail headers, where a control character could start another header. Tabs, which pasted text often
// contains, are white space; line breaks are not.
const controlCharacters = /[^\P{Cc}\t]/u;

/**
 * Matches invisible characters, which phones and other programs add to pasted text. Direction marks (U+202A… in a phone's contacts) could
 * make a line display as different text, and a name of zero-width characters would look empty. The zero-width joiner between two emoji is
 * preserved (`$1$2`), since it forms families and flags.
 */
const invisible =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}])\ufe0f?(\u200d)(?=\p{Extended_Pictographic})|\p{Default_Ignorable_Code_Point}/gu;

// The text is normalised to NFC, so that two encodings of 'ñ' compare as equal.
const normalized = (value: string) =>
  value.normalize('NFC').replace(invisible, '$1$2').replace(/\s+/g, ' ').trim();

const [OPENING, CLOSING] = ['<([{«“"\'', '>)]}»”"\''];

/** Removes trailing commas, semicolons and white space, and a pair of brackets or quotation marks around a value. */
function extracted(value: string): string {
  // The pattern matches only at the start of a run; otherwise the time would be quadratic in the length of a long run.
  const bare = value.replace(/(?<![,;\s])[,;\s]+$/, '');
  const end = CLOSING[OPENING.indexOf(bare[0] ?? ' ')];
  // A value such as '(300) 123 (4)' is not in brackets as a whole.
  return end && bare.indexOf(end, 1) === bare.length - 1 ? bare.slice(1, -1) : bare;
}

/** Matches the name that mail programs write before an address: 'Ana Paz <ana@example.org>'. */
const nameBefore = /^[^@<>]+(?=<[^<>]*>[,;\s]*$)/;

/**
 * Cleans an e-mail address or a telephone number that was pasted from contacts, a mail program or a web page, such as
 * '<mailto:ana@example.org>,' and 'tel:(300) 123‑4567'. The result has plain digits, spaces and dashes.
 */
export const pastedAddress = (value: string): string =>
  extracted(
    extracted(
      normalized(value.normalize('NFKC'))
        .replace(/\p{Pd}|\u2212/gu, '-')
        .replace(nameBefore, ''),
    ).replace(/^(mailto|tel|callto|sms):/i, ''),
  ).trim();

/** Cleans a pasted web address, such as '<https://example.org>,'. */
export const pastedLink = (value: string): string => extracted(normalized(value)).trim();

type Clean = (value: string) => string;

const oneLine = (clean: Clean) =>
  [
    z.refine<string>(value => !controlCharacters.test(value), FORBIDDEN_CHARACTERS),
    z.overwrite<string>(clean),
  ] as const;

/** One lower-cased address of at most 254 characters, without control characters (docs/rules.md R1.6). */
export const email = (required: string, invalid: string) =>
  z.pipe(
    z.string(required).check(
      z.refine(value => !controlCharacters.test(value), invalid),
      z.overwrite(pastedAddress),
      z.toLowerCase(),
      z.minLength(1, required),
      z.maxLength(EMAIL_MAX, invalid),
    ),
    z.email(invalid),
  );

/** One non-blank line, with folded white space and at most `max` characters. */
export const requiredLine = (max: number, required: string, tooLong: string, clean: Clean = normalized) =>
  z.string(required).check(...oneLine(clean), z.minLength(1, required), z.maxLength(max, tooLong));

/** One line, which may be empty, with folded white space and at most `max` characters. */
export const anyLine = (max: number, tooLong: string, clean: Clean = normalized) =>
  z.string(NOT_TEXT).check(...oneLine(clean), z.maxLength(max, tooLong));

/** One line as `anyLine`, empty by default. */
export const optionalLine = (max: number, tooLong: string) => z._default(anyLine(max, tooLong), '');

// Multipart forms send line breaks as CR LF.
const withLineFeeds = (value: string) =>
  value
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();

/** Trimmed multi-line text, which may be empty, with line breaks as LF and at most `max` characters. */
export const multilineText = (max: number, tooLong: () => string) =>
  z.string(NOT_TEXT).check(z.overwrite(withLineFeeds), z.maxLength(max, { error: tooLong }));

/** Multi-line text as `multilineText`, empty by default. */
export const optionalText = (max: number, tooLong: () => string) =>
  z._default(multilineText(max, tooLong), '');

/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean => normalized(text) === '';

/** Trimmed multi-line text with at least one visible character, with line breaks as LF and at most `max` characters. */
export const requiredText = (max: number, required: string, tooLong: string) =>
  z.string(required).check(
    z.overwrite(withLineFeeds),
    z.minLength(1, required),
    z.refine(text => text === '' || !isBlank(text), required),
    z.maxLength(max, tooLong),
  );

/** The display name of deleted accounts (docs/rules.md R6.5), which no user can choose. */
export const DELETED_NAME = 'Usuario eliminado';
