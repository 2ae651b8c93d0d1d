import { adminPassword } from '@minga/contract/accounts';
import { TOKEN_DAYS_DEFAULT, TOKEN_DAYS_MAX } from '@minga/contract/api-tokens';
import type { Role } from '@minga/contract/session';
import Bowser from 'bowser';
import type { Settings } from '../../settings.ts';

/** The address of the superadmin that a first, local start creates. It receives no e-mails. */
export const LOCAL_EMAIL = 'admin@minga.local';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A session's maximum idle time and maximum age (docs/rules.md R2.2). */
export function sessionLifetime(role: Role): { idleSeconds: number; maxSeconds: number } {
  return role === 'user'
    ? { idleSeconds: 7 * DAY, maxSeconds: 30 * DAY }
    : { idleSeconds: 3 * HOUR, maxSeconds: 12 * HOUR };
}

/** A session is active if it was last used and opened after these times. */
export interface SessionCutoffs {
  readonly seenAfter: Date;
  readonly openedAfter: Date;
}

export function sessionCutoffs(role: Role, now: Date): SessionCutoffs {
  const { idleSeconds, maxSeconds: mostSeconds } = sessionLifetime(role);
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  return { seenAfter: ago(idleSeconds), openedAfter: ago(mostSeconds) };
}

/** Whether the session has exceeded its idle time or its maximum age. */
export function isExpired(session: { createdAt: Date; lastSeenAt: Date }, role: Role, now: Date): boolean {
  const { seenAfter, openedAfter } = sessionCutoffs(role, now);
  return session.lastSeenAt <= seenAfter || session.createdAt <= openedAfter;
}

/** The last use of a session is stored at most this often, to avoid a write per request. */
export const LAST_SEEN_PRECISION_SECONDS = MINUTE;

export const FREE_FAILURES = 5;
export const MAX_LOCK_SECONDS = 15 * MINUTE;
/** Failures no longer count after a day without another one. */
export const FAILURE_RETENTION_SECONDS = DAY;

/** Whether to warn the owner of wrong codes, at the first failure that locks; `claimSignInAttempt` returns `failures`. */
export const isWrongCodeAlarm = (failures: number, factor: number): boolean =>
  failures === freeFailures(factor);

/** The number of failures until the first lock. `factor` is RATE_LIMIT_FACTOR, which must be above 0. */
export const freeFailures = (factor: number): number => Math.max(1, Math.floor(FREE_FAILURES * factor));

/** The devices per account whose failed sign-ins are counted separately; one more replaces the least recently used. */
export const KNOWN_DEVICES_MAX = 20;
/** A device is known for this long after its last sign-in. Browsers store a cookie for 400 days at most. */
export const KNOWN_DEVICE_SECONDS = 400 * DAY;

/**
 * A sign-up is pending for this long and is verified by links of 24 hours each; only the last link can be valid longer. An account of
 * the address does not end it: otherwise a stranger who signed up with the address could see the account appear.
 */
export const REGISTRATION_SECONDS = 3 * DAY;

/** The request in which a visitor entered an address. */
export type EmailCause = 'registered' | 'resend' | 'reset';
export type EmailKind = 'verification' | 'account-exists' | 'recovery';

/**
 * Returns the e-mail that an address gets (docs/rules.md R2.4), or null if it gets none. A password reset for an address
 * that was never verified sends the verification link again.
 */
export function emailFor(
  cause: EmailCause,
  user: { isActive: boolean } | null,
  hasRegistered: boolean,
): EmailKind | null {
  if (user === null) return hasRegistered ? 'verification' : null;
  if (cause === 'registered') return 'account-exists';
  return cause === 'reset' && user.isActive ? 'recovery' : null;
}

/** How the owner of a deactivated account can object: by the contacts of the settings, or `otherwise` if there are none. */
export function contactAdvice(
  { contactEmail, contactPhone }: Pick<Settings, 'contactEmail' | 'contactPhone'>,
  otherwise: string,
): string {
  const ways = [
    ...(contactEmail === null ? [] : [`escribe a ${contactEmail}`]),
    ...(contactPhone === null ? [] : [`llama al ${contactPhone}`]),
  ];
  return ways.length === 0 ? otherwise : ways.join(' o ');
}

const UNKNOWN = 'Dispositivo desconocido';
const DEVICE_MAX = 60;

/** The browser and system of a User-Agent header, such as 'Chrome en Android'. Clients can send any header. */
export function describeDevice(userAgent: string): { device: string; isPhone: boolean } {
  if (userAgent === '') return { device: UNKNOWN, isPhone: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter(name => name !== undefined && name !== '');
  return {
    device: names.length === 0 ? UNKNOWN : names.join(' en ').slice(0, DEVICE_MAX),
    isPhone: platform.type === 'mobile' || platform.type === 'tablet',
  };
}

const PRODUCT = 'minga';
/** A shorter local part would occur in many good passwords. */
const LOCAL_PART_MIN = 4;
/** The characters around a common password that do not make it stronger: 'password2026!' is as easy to guess as 'password'. */
const AFFIX_MAX = 6;

export const COMMON_PASSWORD = 'Esa contraseña es de las más usadas. Elige otra.';
export const OBVIOUS_PASSWORD = 'La contraseña no puede llevar «minga» ni tu correo';

/** Why an administrator's account must not have this password (docs/rules.md R6.3), or null if it may. */
export async function adminPasswordProblem(password: string, email: string): Promise<string | null> {
  const { success, error } = adminPassword.safeParse(password);
  if (!success) return error.issues[0]?.message ?? null;
  const plain = password.normalize('NFKC').toLowerCase();
  const [localPart = ''] = email.toLowerCase().split('@');
  const isOwnEmail = localPart.length >= LOCAL_PART_MIN && plain.includes(localPart);
  if (plain.includes(PRODUCT) || isOwnEmail) return OBVIOUS_PASSWORD;
  return (await isCommon(plain)) ? COMMON_PASSWORD : null;
}

/** Whether a password is one of the 49,000 most common ones, possibly with up to six digits and signs around it. */
async function isCommon(password: string): Promise<boolean> {
  // The list of 400 kB is loaded at the first administrator's password, since few processes ever need it.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common: readonly string[] = dictionary['passwords-common'];
  const word = password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isAffixed = word !== '' && password.length - word.length <= AFFIX_MAX;
  return common.some(entry => entry === password || (isAffixed && entry === word));
}

const DAY_MS = 24 * 60 * 60 * 1000;

const after = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS);

/** The time at which a token created now expires. */
export const expiryOf = (wanted: string | undefined, now: Date): Date =>
  wanted === undefined ? after(now, TOKEN_DAYS_DEFAULT) : new Date(wanted);

/** Why a token must not expire at that time, as a sentence, or null if it may. */
export function problemOfExpiry(expiresAt: Date, now: Date): string | null {
  if (expiresAt <= now) return 'La fecha de vencimiento debe ser futura';
  // One day more admits the same day of the next year, in leap years and in every time zone.
  return expiresAt > after(now, TOKEN_DAYS_MAX + 1) ? 'Un token vence a más tardar en un año' : null;
}
