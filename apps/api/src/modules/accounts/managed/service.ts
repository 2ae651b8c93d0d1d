import type { AccountStats } from '@minga/contract/administration/admins';
import type { UserStats } from '@minga/contract/administration/users';
import type { Transaction } from '../../../platform/database/connection.ts';
import { estimateRows, type Paging } from '../../../platform/database/queries.ts';
import { conflict, unauthenticated } from '../../../platform/errors.ts';
import { lastWeeks } from '../../../platform/local-time.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteSignInsOf } from '../factors/repository.ts';
import { clearSignInFailures } from '../password-service.ts';
import { changeAddress, emailTaken, voidClaimsToAddress } from '../registration/email-change-service.ts';
import {
  deleteEmailTokens,
  deleteRegistrations,
  deleteUser,
  findUserById,
  hasSuperadmin,
  insertUser,
  isActiveUser,
  lockAccount,
  lockAddress,
  lockSuperadmins,
  type UserRow,
  updateAnyUser,
} from '../repository.ts';
import { users } from '../schema.ts';
import { deleteKnownDevices } from '../session-repository.ts';
import {
  accountDeletedEmail,
  addressAssignedEmail,
  addressReplacedEmail,
  adminRestoredEmail,
  newAdminEmail,
  passwordSetEmail,
  reactivatedEmail,
} from './mails.ts';
import { DEACTIVATIONS, REMOVALS, scheduleNotice, withdrawNotice } from './notice-service.ts';
import {
  countActive,
  countByRole,
  countUsers,
  findNamed,
  hasActiveAdmin,
  listAdmins,
  listUsers,
  type UserFilter,
} from './repository.ts';

/** Serialises changes of an account across all processes until the transaction ends. Returns null if there is no such account. */
export const lockManagedAccount = (tx: Transaction, id: string): Promise<UserRow | null> =>
  lockAccount(tx, id);

/**
 * Throws 401 if the account of a request was deactivated after the request began. Must be called in the transaction that writes:
 * after it has locked the rows that it changes, which a ban locks too, or with `isLocked` before it inserts new rows.
 */
export async function requireActiveAccount(
  tx: Transaction,
  id: string,
  options: { readonly isLocked?: boolean } = {},
): Promise<void> {
  if (!(await isActiveUser(tx, id, options))) throw unauthenticated();
}

export const findManagedAccount = ({ db }: Pick<Platform, 'db'>, id: string): Promise<UserRow | null> =>
  findUserById(db, id);

/** Creates an administrator's account, with its address taken as verified. Throws 409 if the address has an account. */
export async function addAdmin(
  { clock, mailer, publicUrl, events }: Platform,
  tx: Transaction,
  fields: { username: string; email: string; passwordHash: string },
): Promise<UserRow> {
  const { email } = fields;
  const now = clock();
  await lockAddress(tx, email);
  await events.publish(tx, 'accountCreating', [{ email }]);
  const admin = await insertUser(tx, { ...fields, role: 'admin', createdAt: now, updatedAt: now });
  if (admin === null) throw emailTaken();
  await voidClaimsToAddress(tx, email);
  await mailer.send(tx, await newAdminEmail(admin, publicUrl), {
    kind: 'newAdminEmail',
    cause: 'site',
    accountId: admin.id,
  });
  return admin;
}

interface ManagedFields {
  readonly username: string;
  readonly email: string;
  readonly phone?: string;
  /** The hash of a new password; if absent, the password does not change. */
  readonly passwordHash?: string;
}

/**
 * Changes a locked account and informs its owner by e-mail of a new address or password. Either revokes mailed links, and a
 * trigger ends all sessions of an account with a new password. Returns the account and the names of the changed fields.
 */
export async function editAccount(
  platform: Platform,
  tx: Transaction,
  before: UserRow,
  { username, email, phone = before.phone, passwordHash }: ManagedFields,
): Promise<{ account: UserRow; changed: string[] }> {
  const fields = { username, phone };
  const changed = Object.entries({ username, phone, email })
    .filter(([name, value]) => before[name as keyof UserRow] !== value)
    .map(([name]) => name);
  if (passwordHash !== undefined) changed.push('password');
  if (changed.length === 0) return { account: before, changed };
  if (email !== before.email) await assignAddress(platform, tx, before, email);
  const values = { ...fields, ...(passwordHash !== undefined && { passwordHash }) };
  const account = await updateLocked(tx, before.id, { ...values, updatedAt: platform.clock() });
  if (passwordHash !== undefined) await notifyOfNewPassword(platform, tx, account);
  return { account, changed };
}

async function assignAddress(
  platform: Platform,
  tx: Transaction,
  { id: accountId, email: oldEmail, username }: UserRow,
  email: string,
): Promise<void> {
  const { mailer, publicUrl } = platform;
  await lockAddress(tx, email);
  await changeAddress(platform, tx, accountId, email);
  const sent = { cause: 'site', accountId } as const;
  const replaced = await addressReplacedEmail({ email: oldEmail, username }, email);
  await mailer.send(tx, replaced, { kind: 'addressReplacedEmail', ...sent });
  const assigned = await addressAssignedEmail(email, publicUrl);
  await mailer.send(tx, assigned, { kind: 'addressAssignedEmail', ...sent });
}

async function notifyOfNewPassword(
  { mailer, publicUrl }: Platform,
  tx: Transaction,
  account: UserRow,
): Promise<void> {
  await deleteEmailTokens(tx, account.id);
  await clearSignInFailures(tx, account.email);
  await deleteKnownDevices(tx, account.id);
  await mailer.send(tx, await passwordSetEmail(account, publicUrl), {
    kind: 'passwordSetEmail',
    cause: 'site',
    accountId: account.id,
  });
}

/**
 * Activates or deactivates a locked account. Informs its owner by e-mail of a deactivation when it can no longer be undone, and of
 * an activation at once, unless it undoes a deactivation that the owner was not informed of.
 */
export async function setActive(
  platform: Platform,
  tx: Transaction,
  { id }: Pick<UserRow, 'id'>,
  isActive: boolean,
): Promise<UserRow> {
  const account = await switchAccount(platform, tx, id, isActive);
  if (!isActive) await scheduleNotice(platform, tx, DEACTIVATIONS, id);
  else if (!(await withdrawNotice(tx, DEACTIVATIONS, id)))
    await platform.mailer.send(tx, await reactivatedEmail(account, platform.publicUrl), {
      kind: 'reactivatedEmail',
      cause: 'site',
      accountId: id,
    });
  return account;
}

/**
 * Activates or deactivates a locked account without an e-mail. Triggers end the sessions and API tokens of a deactivated account, and
 * its pending sign-ins are deleted. A deactivation waits for transactions that are storing publications of the account.
 */
export async function switchAccount(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  id: string,
  isActive: boolean,
): Promise<UserRow> {
  const account = await updateLocked(tx, id, { isActive, updatedAt: clock() });
  if (!isActive) await deleteSignInsOf(tx, id);
  return account;
}

/** Informs the address of a deleted account. Must be called after the deletion, which deletes the account's e-mails. */
export async function notifyOfDeletion(
  { mailer }: Platform,
  tx: Transaction,
  { email }: Pick<UserRow, 'email'>,
): Promise<void> {
  await mailer.send(tx, await accountDeletedEmail(email), { kind: 'accountDeletedEmail', cause: 'site' });
}

/**
 * Turns an administrator's locked account into a user's, marked as a former administrator, and informs its owner by e-mail when that
 * can no longer be undone.
 */
export async function demoteAdmin(platform: Platform, tx: Transaction, admin: UserRow): Promise<UserRow> {
  const values = { role: 'user', formerAdmin: true, updatedAt: platform.clock() } as const;
  const account = await updateLocked(tx, admin.id, values);
  await scheduleNotice(platform, tx, REMOVALS, admin.id);
  return account;
}

/**
 * Restores the administrator's role of a locked account and activates it. Informs its owner by e-mail, unless the owner was not
 * informed of the removal.
 */
export async function restoreAdmin(
  { clock, mailer, publicUrl }: Platform,
  tx: Transaction,
  former: UserRow,
): Promise<UserRow> {
  const administering = { role: 'admin', formerAdmin: false, isActive: true } as const;
  const account = await updateLocked(tx, former.id, { ...administering, updatedAt: clock() });
  const seemedActive = former.isActive || (await withdrawNotice(tx, DEACTIVATIONS, former.id));
  const seemedAdmin = await withdrawNotice(tx, REMOVALS, former.id);
  if (!seemedActive || !seemedAdmin)
    await mailer.send(tx, await adminRestoredEmail(account, publicUrl), {
      kind: 'adminRestoredEmail',
      cause: 'site',
      accountId: account.id,
    });
  return account;
}

async function updateLocked(
  tx: Transaction,
  id: string,
  values: Parameters<typeof updateAnyUser>[2],
): Promise<UserRow> {
  const account = await updateAnyUser(tx, id, values);
  if (account === null) throw new Error('a locked account was deleted');
  return account;
}

export const usersPage = ({ db }: Platform, filter: UserFilter, paging: Paging) =>
  listUsers(db, filter, paging);

/** The ids of up to `limit` accounts with this e-mail, or a name in whose words the search's parts occur. */
export const accountsNamed = (
  { db }: Pick<Platform, 'db'>,
  search: string,
  limit: number,
): Promise<string[]> => findNamed(db, search, limit);

export const userStats = ({ db, clock, settings }: Platform): Promise<UserStats> =>
  countUsers(db, lastWeeks(clock(), settings.timeZone));

export const adminsPage = ({ db }: Platform, paging: Paging) => listAdmins(db, paging);

export async function accountStats({ db }: Platform): Promise<AccountStats> {
  const counts = await countByRole(db);
  return {
    totalSuperAdmins: counts.get('superadmin') ?? 0,
    totalAdmins: counts.get('admin') ?? 0,
    totalUsers: counts.get('user') ?? 0,
    totalAccounts: [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}

/** Whether the site has an active administrator, who decides about reports. */
export const isAdministered = ({ db }: Pick<Platform, 'db'>): Promise<boolean> => hasActiveAdmin(db);

export const countActiveAccounts = ({ db }: Pick<Platform, 'db'>): Promise<number> => countActive(db);

/** The number of accounts, or PostgreSQL's estimate if the table is large. */
export const estimateAccounts = ({ db }: Pick<Platform, 'db'>): Promise<number> => estimateRows(db, users);

/**
 * Deletes an account that `lockAccount` has locked, with its sessions, links, sign-ups and stored e-mails; subscribers delete
 * or anonymise the rest (docs/rules.md R6.5). Throws 409 for the last active superadmin, since no account could create another.
 */
export async function deleteAccount(
  { events, mailer, jobs }: Pick<Platform, 'events' | 'mailer' | 'jobs'>,
  tx: Transaction,
  { id, email, role }: Pick<UserRow, 'id' | 'email' | 'role'>,
): Promise<void> {
  await events.publish(tx, 'accountDeleting', [{ id, email }]);
  await mailer.deleteSent(tx, email, id);
  await jobs.deleteAbout(tx, email);
  if (role === 'superadmin') {
    await lockSuperadmins(tx);
    if (!(await hasSuperadmin(tx, id))) {
      throw conflict(
        'Eres la única persona con superadministración: nombra a otra antes de eliminar tu cuenta.',
      );
    }
  }
  await clearSignInFailures(tx, email);
  await deleteRegistrations(tx, email);
  await deleteUser(tx, id);
  await events.publish(tx, 'accountDeleted', [{ id, email }]);
}
