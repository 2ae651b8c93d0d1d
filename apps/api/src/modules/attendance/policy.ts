import type { Session } from '../../platform/http/session.ts';

/** Why the caller may see and cancel an attendance. */
export type Right =
  /** The caller has a personal link. */
  | { readonly by: 'link'; readonly tokenHash: Buffer; readonly email: string | undefined }
  /** It belongs to the account, or has its verified e-mail. */
  | { readonly by: 'account'; readonly userId: string; readonly email: string }
  /** The caller manages the activity. */
  | { readonly by: 'organiser'; readonly email: string }
  | { readonly by: 'organiser'; readonly attendanceId: string }
  /** It was confirmed in this browser and belongs to no account; null: and has no e-mail. */
  | { readonly by: 'proof'; readonly proofHash: Buffer; readonly email: string | null | undefined };

export interface Caller {
  readonly session: Session | null;
  /** Of the visitor's cookie. */
  readonly proofHash: Buffer | null;
}

export interface AttendanceSelector {
  readonly email?: string | undefined;
  /** Of a personal link. */
  readonly tokenHash?: Buffer | undefined;
  /** For organisers; from others it grants nothing. */
  readonly attendanceId?: string | undefined;
}

/**
 * The caller's rights to attendances of one activity, the strongest first (docs/rules.md R4.6). A link excludes all other
 * rights: pressing its button twice must not cancel the session's own attendance. So does an account that names no other
 * address: attendances that this browser confirmed for other people's e-mails are not the account's.
 */
export function rightsOf(
  { email, tokenHash, attendanceId }: AttendanceSelector,
  { session, proofHash }: Caller,
  isOrganiser: boolean,
): Right[] {
  if (tokenHash !== undefined) return [{ by: 'link', tokenHash, email }];
  if (attendanceId !== undefined) return isOrganiser ? [{ by: 'organiser', attendanceId }] : [];
  const user = session?.user;
  if (user !== undefined && (email ?? user.email) === user.email) {
    const account: Right = { by: 'account', userId: user.id, email: user.email };
    return email === undefined && proofHash !== null
      ? [account, { by: 'proof', proofHash, email: null }]
      : [account];
  }
  const rights: Right[] = [];
  if (isOrganiser && email !== undefined) rights.push({ by: 'organiser', email });
  if (proofHash !== null) rights.push({ by: 'proof', proofHash, email });
  return rights;
}

/** Whether the caller may learn that there is no such attendance: the right proves more than a typed address. */
export const canLearnAbsence = (rights: readonly Right[]): boolean =>
  rights.some(({ by }) => by === 'account' || by === 'organiser');
