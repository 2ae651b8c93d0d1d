import { RECOVERY_MINUTES, VERIFICATION_HOURS } from '@minga/contract/accounts';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import type { Platform } from '../../platform/platform.ts';
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
  /** Built from PUBLIC_URL, never from a request's headers (CONTRACT.md section 2). */
  readonly url: string;
  /** What is kept of it. */
  readonly kept: { readonly tokenHash: Buffer; readonly expiresAt: Date };
}

export function newLink(
  { publicUrl, clock }: Pick<Platform, 'publicUrl' | 'clock'>,
  purpose: LinkPurpose,
): NewLink {
  const token = newToken();
  const { screen } = kinds[purpose];
  return {
    url: `${publicUrl}${screen}?token=${token}`,
    kept: { tokenHash: hashToken(token), expiresAt: linkEnd(purpose, clock()) },
  };
}

/** When a link that is made now ends to be good. */
export const linkEnd = (purpose: LinkPurpose, now: Date): Date =>
  new Date(now.getTime() + kinds[purpose].minutes * MINUTE_MS);
