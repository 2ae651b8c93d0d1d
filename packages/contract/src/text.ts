import * as z from 'zod/mini';

export const EMAIL_MAX = 254;
const FORBIDDEN_CHARACTERS = 'El texto contiene caracteres no permitidos';
const NOT_TEXT = 'Este campo debe ser un solo texto';

// No control characters anywhere: an address ends up in mail headers.
const controlCharacters = /\p{Cc}/u;

/** One address, trimmed and lower-cased, at most 254 characters, no control characters (CONTRACT.md section 1). */
export const email = (required: string, invalid: string) =>
  z.pipe(
    z.string(required).check(
      z.refine(value => !controlCharacters.test(value), invalid),
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, required),
      z.maxLength(EMAIL_MAX, invalid),
    ),
    z.email(invalid),
  );

// Marks that turn the direction of writing: they make a line read as something else than it is.
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

// Tabs come along when one pastes, as spaces do; a line break is no longer one line.
const isOneLine = (value: string) =>
  !controlCharacters.test(value.replaceAll('\t', ' ')) && !bidiControls.test(value);

/**
 * Characters without a shape, such as a space of no width: a name or title of these alone would look empty. The one that
 * joins two emoji stays, which are a family or a flag by it; `$1$2` keeps both.
 */
const invisible =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}])\ufe0f?(\u200d)(?=\p{Extended_Pictographic})|\p{Default_Ignorable_Code_Point}/gu;

// One way to write 'ñ', or the same name would be two.
const normalized = (value: string) =>
  value.normalize('NFC').replace(invisible, '$1$2').replace(/\s+/g, ' ').trim();

const oneLine = [z.refine<string>(isOneLine, FORBIDDEN_CHARACTERS), z.overwrite<string>(normalized)] as const;

/** One line that must say something: white space folded, not blank, at most `max` characters. */
export const requiredLine = (max: number, required: string, tooLong: string) =>
  z.string(required).check(...oneLine, z.minLength(1, required), z.maxLength(max, tooLong));

/** One line that may be empty: white space folded, at most `max` characters. */
export const optionalLine = (max: number, tooLong: string) =>
  z._default(z.string(NOT_TEXT).check(...oneLine, z.maxLength(max, tooLong)), '');

// A form with a file sends line breaks as CR LF, whatever was typed.
const withLineFeeds = (value: string) =>
  value
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();

/** Text of several lines that may be empty: trimmed, line breaks as LF, at most `max` characters. */
export const optionalText = (max: number, tooLong: () => string) =>
  z._default(z.string(NOT_TEXT).check(z.overwrite(withLineFeeds), z.maxLength(max, { error: tooLong })), '');

/** Text of several lines that must say something that can be seen: trimmed, line breaks as LF, at most `max` characters. */
export const requiredText = (max: number, required: string, tooLong: string) =>
  z.string(required).check(
    z.overwrite(withLineFeeds),
    z.minLength(1, required),
    z.refine(text => text === '' || normalized(text) !== '', required),
    z.maxLength(max, tooLong),
  );

/** What stands for who has deleted the account (CONTRACT.md section 6): nobody else may be called so. */
export const DELETED_NAME = 'Usuario eliminado';

// The endings that advertisements use and people's names do not; a mail program makes a link of 'evil.co' by itself.
const topLevelDomains =
  'app|biz|blog|cc|click|club|cn|co|com|dev|edu|gov|icu|info|io|link|live|ly|me|mil|mobi|net|online|org|page|pro|ru|shop|site|store|tech|tk|top|tv|vip|website|xyz';
const webAddress = new RegExp(
  String.raw`://|www\.|\.[a-z]{2,}/|[\p{L}\p{N}]\.(?:${topLevelDomains})(?![\p{L}\p{N}])`,
  'iu',
);

/** A person's name: one line, and no address of a web site, since names stand in mails to others. */
export const personName = (max: number, required: string, tooLong: string) =>
  requiredLine(max, required, tooLong).check(
    z.refine(name => !webAddress.test(name), 'El nombre no puede llevar direcciones web'),
    z.refine(name => name === '' || /[\p{L}\p{N}]/u.test(name), 'El nombre debe llevar letras'),
    z.refine(name => !/\p{M}{4}/u.test(name.normalize('NFD')), 'El texto contiene caracteres no permitidos'),
    z.refine(name => name.toLowerCase() !== DELETED_NAME.toLowerCase(), 'Este nombre no se puede usar'),
  );
