import * as z from 'zod/mini';

export const EMAIL_MAX = 254;

// No control characters anywhere: an address ends up in mail headers.
const controlCharacters = /\p{Cc}/u;

/** One address, trimmed and lower-cased, at most 254 characters, no control characters (CONTRACT.md section 1). */
export const email = (required: string, invalid: string) =>
  z.pipe(
    z.string(required).check(
      z.refine(value => !controlCharacters.test(value.trim()), invalid),
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, required),
      z.maxLength(EMAIL_MAX, invalid),
    ),
    z.email(invalid),
  );

/** Text that must say something: trimmed, not blank, at most `max` characters. */
export const requiredText = (max: number, required: string, tooLong: string) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(max, tooLong));

/** Text that may be empty: trimmed, at most `max` characters. */
export const optionalText = (max: number, tooLong: string) =>
  z._default(z.string(tooLong).check(z.trim(), z.maxLength(max, tooLong)), '');
