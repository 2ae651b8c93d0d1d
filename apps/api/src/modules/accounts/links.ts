import { RECOVERY_MINUTES, VERIFICATION_HOURS } from '@minga/contract/accounts';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import { newMailedLink } from '../../platform/mail/personal-link.tsx';
import type { Platform } from '../../platform/platform.ts';

const MINUTE_MS = 60_000;

/** The screen and the validity of each kind of mailed link. */
const kinds = {
  verify: { screen: '/verify-email', minutes: VERIFICATION_HOURS * 60 },
  reset: { screen: '/reset-password', minutes: RECOVERY_MINUTES },
  'change-email': { screen: '/confirm-email', minutes: EMAIL_CHANGE_HOURS * 60 },
} as const;

export type LinkPurpose = keyof typeof kinds;

export interface NewLink {
  readonly url: string;
  readonly stored: { readonly tokenHash: Buffer; readonly expiresAt: Date };
}

export function newLink(
  { publicUrl, clock }: Pick<Platform, 'publicUrl' | 'clock'>,
  purpose: LinkPurpose,
): NewLink {
  const { url, tokenHash } = newMailedLink({ publicUrl }, kinds[purpose].screen);
  return { url, stored: { tokenHash, expiresAt: linkExpiry(purpose, clock()) } };
}

/** The time at which a link created at `now` expires. */
const linkExpiry = (purpose: LinkPurpose, now: Date): Date =>
  new Date(now.getTime() + kinds[purpose].minutes * MINUTE_MS);
