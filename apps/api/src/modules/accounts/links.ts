import { RECOVERY_MINUTES, VERIFICATION_HOURS } from '@minga/contract/accounts';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import { hashToken, newToken } from '../../platform/tokens.ts';

const MINUTE_MS = 60_000;

/** The screen that each kind of mailed link opens, and how long the link is good. */
const kinds = {
  verify: { screen: '/verify-email', minutes: VERIFICATION_HOURS * 60 },
  reset: { screen: '/reset-password', minutes: RECOVERY_MINUTES },
  'change-email': { screen: '/confirm-email', minutes: EMAIL_CHANGE_HOURS * 60 },
} as const;

export type LinkPurpose = keyof typeof kinds;

export interface NewLink {
  readonly token: string;
  /** What is kept of it. */
  readonly row: {
    readonly userId: string;
    readonly purpose: LinkPurpose;
    readonly tokenHash: Buffer;
    readonly expiresAt: Date;
  };
}

export function newLink(userId: string, purpose: LinkPurpose, now: Date): NewLink {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + kinds[purpose].minutes * MINUTE_MS);
  return { token, row: { userId, purpose, tokenHash: hashToken(token), expiresAt } };
}

/** Built from PUBLIC_URL, never from a request's headers (CONTRACT.md section 2). */
export const mailLink = (publicUrl: string, { token, row }: NewLink): string =>
  `${publicUrl}${kinds[row.purpose].screen}?token=${token}`;
