import { z } from 'zod';

export const EMAIL_MAX = 254;

// No control characters anywhere: an address ends up in mail headers.
const controlCharacters = /\p{Cc}/u;

/** One address, trimmed and lower-cased, at most 254 characters, no control characters (CONTRACT.md section 1). */
export const email = (required: string, invalid: string) =>
  z
    .string(required)
    .refine(value => !controlCharacters.test(value.trim()), invalid)
    .trim()
    .toLowerCase()
    .min(1, required)
    .max(EMAIL_MAX, invalid)
    .pipe(z.email(invalid));

/** Text that must say something: trimmed, not blank, at most `max` characters. */
export const requiredText = (max: number, required: string, tooLong: string) =>
  z.string(required).trim().min(1, required).max(max, tooLong);

/** Text that may be empty: trimmed, at most `max` characters. */
export const optionalText = (max: number, tooLong: string) =>
  z.string(tooLong).trim().max(max, tooLong).default('');
