import {
  INVITATION_DAYS,
  INVITATIONS_A_DAY,
  INVITATIONS_PER_ADDRESS,
  type NewInvitation,
  type TeamRole,
} from '@minga/contract/teams';
import type { SQL } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Clock } from '../../platform/clock.ts';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { isCheckViolation } from '../../platform/database/errors.ts';
import type { Paging } from '../../platform/database/queries.ts';
import { AppError, invalid, invalidToken, notFound, unauthenticated } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Count, Limit } from '../../platform/limits/limits.ts';
import { newMailedLink } from '../../platform/mail/personal-link.tsx';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { AccountDeleting } from '../accounts/events.ts';
import { lockManagedAccount } from '../accounts/managed/service.ts';
import { invitationEmail } from './mails.ts';
import * as repository from './repository.ts';
import {
  deleteExpiredInvitations,
  deleteInvitation,
  deleteInvitationsTo,
  findInvitation,
  type InvitationRow,
  insertMember,
  insertTeam,
  listInvitations,
  listInvitationsTo,
  upsertInvitation,
} from './repository.ts';

const DAY = 24 * 60 * 60;

/**
 * Limits the different people whom one account enters in lists or invites in a day (decision 0054): more than the largest organiser
 * enters, and far fewer than a town has.
 */
const addressesByAccount: Limit = {
  name: 'addresses-account',
  times: 300,
  seconds: DAY,
  reason: 'Hoy ya agregaste a muchas personas por correo.',
};

// The limits of invitations are those of docs/rules.md R14.4.
const invitationsByAccount: Limit = {
  name: 'invitation-account',
  times: INVITATIONS_A_DAY,
  seconds: DAY,
  reason: 'Hoy ya enviaste muchas invitaciones.',
};
const invitationsByEmail: Limit = {
  name: 'invitation-email',
  times: INVITATIONS_PER_ADDRESS,
  seconds: DAY,
  reason: 'Hoy ya se enviaron varias invitaciones a este correo.',
};

// Callers must have checked that the viewer may see or manage the team. `isInForce` is the condition that an invitation's inviter may
// still invite.

const UNKNOWN_MEMBER = 'Esta persona no hace parte del equipo';

const lastOwner = () =>
  new AppError(
    409,
    'LAST_OWNER',
    'Un colectivo necesita al menos una persona que lo administre todo: nombra a otra primero',
  );

/** Locks an account and makes it the owner of a new collective's team. Must be called before other rows are locked. */
export async function createTeam(tx: Transaction, id: string, ownerId: string, now: Date): Promise<void> {
  await lockFutureMember(tx, ownerId);
  await repository.insertTeam(tx, id, 'collective');
  await repository.insertMember(tx, { teamId: id, userId: ownerId, role: 'owner', joinedAt: now });
}

/**
 * Locks an account, so that its deletion waits for the new membership and then hands the collective over. Throws 401 if the account
 * was deleted or deactivated.
 */
async function lockFutureMember(tx: Transaction, userId: string): Promise<void> {
  if ((await lockManagedAccount(tx, userId))?.isActive !== true) throw unauthenticated();
}

/** Makes a member an owner of the collective. */
export async function makeOwner(tx: Transaction, id: string, userId: string): Promise<void> {
  await repository.setRole(tx, id, userId, 'owner');
}

export const membersOf = ({ db }: Pick<Platform, 'db'>, teamId: string, paging: Paging) =>
  repository.listMembers(db, teamId, paging);

/** Changes a member's role. Throws 404 if the account is not a member, and 409 if the collective would lose its last owner. */
export function changeRole(
  { db }: Pick<Platform, 'db'>,
  teamId: string,
  userId: string,
  role: TeamRole,
): Promise<repository.MemberRow> {
  return rejectLastOwner(() =>
    db.transaction(async tx => {
      const isChanged = await repository.setRole(tx, teamId, userId, role);
      const member = isChanged ? await repository.findMember(tx, teamId, userId) : null;
      if (member === null) throw notFound(UNKNOWN_MEMBER);
      return member;
    }),
  );
}

/** Removes a member. Throws 404 if the account is not a member, and 409 if the collective would lose its last owner. */
export function removeMember({ db }: Pick<Platform, 'db'>, teamId: string, userId: string): Promise<void> {
  return rejectLastOwner(() =>
    db.transaction(async tx => {
      if (!(await repository.deleteMember(tx, teamId, userId))) throw notFound(UNKNOWN_MEMBER);
    }),
  );
}

async function rejectLastOwner<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isCheckViolation(error, 'team_members_last_owner')) throw lastOwner();
    throw error;
  }
}

/** Subscribes to `accountDeleting`. Foreign keys delete the memberships with the account's row. */
export async function deleteInvitationsOfAccounts(
  tx: Transaction,
  accounts: readonly AccountDeleting[],
): Promise<void> {
  for (const { email } of accounts) await deleteInvitationsTo(tx, email);
}

/** The stored invitations to an address, which may include expired ones that the sweep has not deleted yet. */
export const invitationsTo = ({ db }: Pick<Platform, 'db'>, email: string) => listInvitationsTo(db, email);

/** The counter of the different addresses that an account enters in lists or invites. */
export const addressCount = (accountId: string, email: string): Count => ({
  limit: addressesByAccount,
  subjects: [accountId],
  item: email,
});

const DAY_MS = 24 * 60 * 60 * 1000;
const BAD_LINK =
  'La invitación no es válida, ya se usó o venció. Pídele a quien te invitó que te envíe otra.';

/** The collective or activity to which people are invited. */
export interface InvitingTeam {
  readonly id: string;
  readonly kind: 'collective' | 'activity';
  /** The name of the collective or activity, or null if it is not public, so that the e-mail does not contain its name. */
  readonly name: string | null;
  /** The date of an activity, or null of a collective. */
  readonly date: Date | null;
}

/**
 * Mails an invitation, whose link replaces that of an earlier one. The response does not reveal whether the address has an account or
 * is already a member's.
 */
export async function invite(
  platform: Platform,
  { user }: Session,
  team: InvitingTeam,
  { email, role }: NewInvitation,
): Promise<InvitationRow> {
  const { db, clock, limits, mailer, publicUrl } = platform;
  if (email === user.email) throw invalid(['Ya haces parte: invita a otra persona']);
  await limits.countAll([
    { limit: invitationsByAccount, subjects: [user.id] },
    { limit: invitationsByEmail, subjects: [email] },
    addressCount(user.id, email),
  ]);
  const createdAt = clock();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MS);
  const { url, tokenHash } = newMailedLink({ publicUrl }, '/invitacion');
  const message = await invitationEmail({ email, role, team, url }, platform);
  return db.transaction(async tx => {
    await insertTeam(tx, team.id, team.kind);
    const stored = await upsertInvitation(tx, {
      id: v7(),
      teamId: team.id,
      email,
      role,
      tokenHash,
      inviterId: user.id,
      createdAt,
      expiresAt,
    });
    await mailer.send(tx, message, { kind: 'invitationEmail', cause: { accountId: user.id } });
    return stored;
  });
}

export const pendingInvitations = (
  { db, clock }: Platform,
  teamId: string,
  isInForce: SQL | undefined,
  paging: Paging,
) => listInvitations(db, teamId, { now: clock(), isInForce }, paging);

/** Deletes an invitation, so that its link no longer works. Throws 404 if it was already used or withdrawn. */
export async function withdrawInvitation({ db }: Platform, teamId: string, id: string): Promise<void> {
  if (!(await deleteInvitation(db, teamId, id))) throw notFound('Invitación no encontrada');
}

/** The invitation of a link. Throws 400 if it is unknown, used, withdrawn or expired, or if its inviter may no longer invite. */
export async function readInvitation(
  { db, clock }: { readonly db: Executor; readonly clock: Clock },
  token: string,
  isInForce: SQL | undefined,
) {
  const found = await findInvitation(db, hashToken(token), { now: clock(), isInForce });
  if (found === null) throw invalidToken(BAD_LINK);
  return found;
}

/** Makes the session's account a member. Throws 403 if the invitation was sent to another address; its link then stays valid. */
export async function acceptInvitation(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { user }: Session,
  token: string,
  isInForce: SQL | undefined,
): Promise<void> {
  await db.transaction(async tx => {
    await lockFutureMember(tx, user.id);
    const { invitation } = await readInvitation({ db: tx, clock }, token, isInForce);
    const { id, teamId, role, email } = invitation;
    if (email !== user.email) throw wrongAccount();
    if (!(await deleteInvitation(tx, teamId, id))) throw invalidToken(BAD_LINK);
    await insertMember(tx, { teamId, userId: user.id, role, joinedAt: clock() });
  });
}

const wrongAccount = () =>
  new AppError(
    403,
    'WRONG_ACCOUNT',
    'La invitación llegó a otro correo: inicia sesión con la cuenta de ese correo, o créala con él',
  );

export const sweepInvitations = ({ db, clock }: Platform): Promise<void> =>
  deleteExpiredInvitations(db, clock());

const HOURLY = '27 * * * *';

export function teamJobs(platform: Platform): void {
  platform.jobs.every('invitation-sweep', HOURLY, () => sweepInvitations(platform));
}
