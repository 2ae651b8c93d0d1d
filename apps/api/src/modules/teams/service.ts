import type { TeamRole } from '@minga/contract/teams';
import type { Transaction } from '../../platform/database/connection.ts';
import { isCheckViolation } from '../../platform/database/database-errors.ts';
import type { Paging } from '../../platform/database/paging.ts';
import { AppError, notFound, unauthenticated } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountDeleting } from '../accounts/events.ts';
import { lockManagedAccount } from '../accounts/managed/service.ts';
import { deleteInvitationsTo, listInvitationsTo } from './invitation-repository.ts';
import { addressesByAccount } from './limits.ts';
import * as repository from './repository.ts';

// Callers have checked that the viewer may see or manage the team.

const UNKNOWN_MEMBER = 'Esta persona no hace parte del equipo';

const lastOwner = () =>
  new AppError(
    409,
    'LAST_OWNER',
    'Un colectivo necesita al menos una persona que lo administre todo: nombra a otra primero',
  );

/** Makes an account, which it locks, the owner of a new collective's team. To be called before other rows are locked. */
export async function createTeam(tx: Transaction, id: string, ownerId: string, now: Date): Promise<void> {
  await lockFutureMember(tx, ownerId);
  await repository.insertTeam(tx, id, 'collective');
  await repository.insertMember(tx, { teamId: id, userId: ownerId, role: 'owner', joinedAt: now });
}

/** A deletion of the account waits for its new membership, and hands its collectives over; after the deletion there is none. */
export async function lockFutureMember(tx: Transaction, userId: string): Promise<void> {
  if ((await lockManagedAccount(tx, userId))?.isActive !== true) throw unauthenticated();
}

/** Makes a member an owner of the collective. */
export async function makeOwner(tx: Transaction, id: string, userId: string): Promise<void> {
  await repository.setRole(tx, id, userId, 'owner');
}

export const membersOf = ({ db }: Pick<Platform, 'db'>, teamId: string, paging: Paging) =>
  repository.listMembers(db, teamId, paging);

/** Rejects with 404 if the account is not a member, with 409 if the collective would lose its last owner. */
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

/** The same. */
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

/** Subscriber of `accountDeleting`: memberships go with the account's row. */
export async function deleteInvitationsOfAccounts(
  tx: Transaction,
  accounts: readonly AccountDeleting[],
): Promise<void> {
  for (const { email } of accounts) await deleteInvitationsTo(tx, email);
}

/** The pending invitations to an address. */
export const invitationsTo = ({ db }: Pick<Platform, 'db'>, email: string) => listInvitationsTo(db, email);

/** Counts an address among the different ones that an account enters in lists or invites. Throws 429. */
export const countAddress = (
  { limits }: Pick<Platform, 'limits'>,
  accountId: string,
  email: string,
): Promise<void> => limits.countDifferent(addressesByAccount, accountId, email);
