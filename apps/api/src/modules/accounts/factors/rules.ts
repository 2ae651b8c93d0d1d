import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { SECOND_STEP_MINUTES } from '@minga/contract/second-factor';
import { RECOVERY_CODES } from '@minga/contract/totp';
import { HOTP, Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** The number of time steps by which the clock of a phone may be wrong. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Omits 0, 1, I, L, O and U, which are easily misread. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** A sign-in is pending its second factor for at most this long. */
export const PENDING_SIGN_IN_SECONDS = SECOND_STEP_MINUTES * 60;
/** A secret that was not confirmed within this time must be created again. */
export const SETUP_SECONDS = 60 * 60;

const secretOf = (secret: Uint8Array) => new Secret({ buffer: Uint8Array.from(secret).buffer });

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const base32 = (secret: Uint8Array): string => secretOf(secret).base32;

/** The content of the QR code. `issuer` is the site's name, and the address distinguishes several accounts in one app. */
export const totpUri = (secret: Uint8Array, email: string, issuer: string): string =>
  new TOTP({ issuer, label: email, secret: secretOf(secret) }).toString();

/**
 * Returns the time step of the entered code: the current step or one of its neighbours, if it is later than `lastStep`, since each
 * step is accepted once. Returns null if the code is wrong (RFC 6238 section 5.2).
 */
export function matchingStep(
  { secret, lastStep }: { secret: Uint8Array; lastStep: number },
  code: string,
  now: Date,
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, index) => current - WINDOW + index);
  const isCodeOf = (counter: number) =>
    timingSafeEqual(Buffer.from(HOTP.generate({ secret: secretOf(secret), counter })), Buffer.from(code));
  return steps.find(step => step > lastStep && isCodeOf(step)) ?? null;
}

/** Removes everything but letters and digits from an entered code, and converts it to upper case. */
export const plainCode = (entered: string): string =>
  entered
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

const newRecoveryCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** Each code has 59 random bits, in three groups of four characters. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** Hashes a code that `plainCode` returned. The account's id is a salt: it prevents comparing hashes of several accounts. */
export const hashRecoveryCode = (userId: string, code: string): Buffer =>
  createHash('sha256').update(`${userId}:${code}`).digest();

/** The digest of a password hash, by which a changed password invalidates pending sign-ins. */
export const digestOf = (passwordHash: string): Buffer => createHash('sha256').update(passwordHash).digest();
