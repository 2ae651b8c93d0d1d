import type { Session } from '../../platform/http/session.ts';

// The rights to see and cancel an attendance. `canTakePart` of activities/access-service.ts decides who may confirm.

/** The ground on which the caller may see and cancel an attendance. */
export type Right =
  /** The caller has a personal link. */
  | { readonly by: 'link'; readonly tokenHash: Buffer; readonly email: string | undefined }
  /** The attendance belongs to the account, or has its verified e-mail. */
  | { readonly by: 'account'; readonly userId: string; readonly email: string }
  /** The caller manages the activity. */
  | { readonly by: 'organiser'; readonly email: string }
  | { readonly by: 'organiser'; readonly attendanceId: string }
  /**
   * The attendance was confirmed in this browser and belongs to no account. If `email` is null, the attendance also has no e-mail.
   */
  | { readonly by: 'proof'; readonly proofHash: Buffer; readonly email: string | null | undefined };

export interface Caller {
  readonly session: Session | null;
  /** The SHA-256 of the visitor's cookie. */
  readonly proofHash: Buffer | null;
}

export interface AttendanceSelector {
  readonly email?: string | undefined;
  /** The SHA-256 of a personal link's token. */
  readonly tokenHash?: Buffer | undefined;
  /** Selects an attendance for organisers. It grants other callers nothing. */
  readonly attendanceId?: string | undefined;
}

/**
 * The caller's rights to attendances of one activity, the strongest first (docs/rules.md R4.6). A personal link excludes all other
 * rights: a second press of its button must not cancel the session's own attendance. An account that names no other address has no
 * right to attendances that this browser confirmed for other people's e-mails.
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

/** Whether the caller may learn that there is no such attendance, because a right proves more than knowledge of an address. */
export const canLearnAbsence = (rights: readonly Right[]): boolean =>
  rights.some(({ by }) => by === 'account' || by === 'organiser');
