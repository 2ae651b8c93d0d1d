import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { SECOND_STEP_MINUTES } from '@minga/contract/second-factor';
import { RECOVERY_CODES } from '@minga/contract/totp';
import { HOTP, Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** Time steps by which the clock of a telephone may be wrong. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const ISSUER = 'Minga';

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** A sign-in waits this long for the second factor. */
export const PENDING_SIGN_IN_SECONDS = SECOND_STEP_MINUTES * 60;
/** A secret that was not confirmed within this time must be created again. */
export const SETUP_SECONDS = 60 * 60;

const secretOf = (secret: Uint8Array) => new Secret({ buffer: Uint8Array.from(secret).buffer });

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const base32 = (secret: Uint8Array): string => secretOf(secret).base32;

/** The content of the QR code; the address tells several accounts in one app apart. */
export const totpUri = (secret: Uint8Array, email: string): string =>
  new TOTP({ issuer: ISSUER, label: email, secret: secretOf(secret) }).toString();

/**
 * The time step whose code was entered: the current one or its neighbours, later than `lastStep`, since every step is accepted
 * once; null: a wrong code (RFC 6238 section 5.2).
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

/** As entered, without spaces, dashes and small letters. */
export const plainCode = (entered: string): string =>
  entered
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

const newRecoveryCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** Of 59 random bits each, in three groups of four characters. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** `code` as `plainCode` returns it. The account's id prevents comparing hashes of several accounts. */
export const hashRecoveryCode = (userId: string, code: string): Buffer =>
  createHash('sha256').update(`${userId}:${code}`).digest();

/** Of a password hash, so that a pending sign-in ends with the password. */
export const digestOf = (passwordHash: string): Buffer => createHash('sha256').update(passwordHash).digest();
