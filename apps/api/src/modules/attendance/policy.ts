import type { Session } from '../../platform/http/session.ts';

/** What makes an attendance the caller's own to see and to cancel. */
export type Claim =
  /** The mailed link is known. */
  | { readonly by: 'link'; readonly tokenHash: Buffer; readonly email: string | undefined }
  /** It is the account's, or stands under its verified e-mail. */
  | { readonly by: 'account'; readonly userId: string; readonly email: string }
  /** The activity is the caller's. */
  | { readonly by: 'owner'; readonly email: string }
  /** It was confirmed from this browser, and is no account's. */
  | { readonly by: 'proof'; readonly proofHash: Buffer; readonly email: string | undefined };

export interface Caller {
  readonly session: Session | null;
  /** Of the visitor's cookie. */
  readonly proofHash: Buffer | null;
}

export interface Asked {
  readonly email?: string | undefined;
  /** Of a personal link. */
  readonly tokenHash?: Buffer | undefined;
}

/**
 * The claims of a caller to an attendance of one activity, the strongest first; none: it is nobody's business (CONTRACT.md
 * section 4). A link stands alone: who presses its button twice must not cancel the session's own attendance next. So does
 * an account that names nobody else: what this browser confirmed for others is not taken for the account's own.
 */
export function claimsOf(
  { email, tokenHash }: Asked,
  { session, proofHash }: Caller,
  isOwner: boolean,
): Claim[] {
  if (tokenHash !== undefined) return [{ by: 'link', tokenHash, email }];
  const user = session?.user;
  if (user !== undefined && (email ?? user.email) === user.email) {
    return [{ by: 'account', userId: user.id, email: user.email }];
  }
  const claims: Claim[] = [];
  if (isOwner && email !== undefined) claims.push({ by: 'owner', email });
  if (proofHash !== null) claims.push({ by: 'proof', proofHash, email });
  return claims;
}

/** May the caller be told that there is no such attendance? Who knows the address by more than typing it, may. */
export const mayKnowOfNone = (claims: readonly Claim[]): boolean =>
  claims.some(({ by }) => by === 'account' || by === 'owner');
