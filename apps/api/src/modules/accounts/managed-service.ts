import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { moveToAddress, settleAddress, takenEmail } from './address-service.ts';
import {
  activeAgainEmail,
  addressGivenEmail,
  addressReplacedEmail,
  adminAgainEmail,
  adminNoMoreEmail,
  deactivatedEmail,
  erasedEmail,
  newAdminEmail,
  passwordSetEmail,
} from './managed-mails.tsx';
import { lockAddress } from './registration-repository.ts';
import {
  deleteEmailTokens,
  findUserById,
  insertUser,
  lockAccount,
  type UserRow,
  updateAnyUser,
} from './repository.ts';
import { clearSignInFailures } from './sign-in-failure-repository.ts';

/** Serialises changes of an account over all processes until the transaction ends; null: there is none. */
export const lockManagedAccount = (tx: Transaction, id: string): Promise<UserRow | null> =>
  lockAccount(tx, id);

export const findManagedAccount = ({ db }: Pick<Platform, 'db'>, id: string): Promise<UserRow | null> =>
  findUserById(db, id);

/** Adds an account that administers, its address taken for proved; 409 when the address has an account. */
export async function addAdmin(
  { clock, mailer, publicUrl }: Platform,
  tx: Transaction,
  fields: { username: string; email: string; passwordHash: string },
): Promise<UserRow> {
  const { email } = fields;
  const now = clock();
  await lockAddress(tx, email);
  const admin = await insertUser(tx, { ...fields, role: 'admin', createdAt: now, updatedAt: now });
  if (admin === null) throw takenEmail();
  await settleAddress(tx, email);
  await mailer.send(tx, await newAdminEmail(admin, publicUrl), { accountId: admin.id });
  return admin;
}

interface ManagedFields {
  readonly username: string;
  readonly email: string;
  readonly phone?: string;
  /** Of a new password; absent: it keeps the one it has. */
  readonly passwordHash?: string;
}

/**
 * Changes a locked account for its owner, who is told of another address or password by letter; another password ends all
 * sessions (by the database). Either voids mailed links. Answers the account and the names of what changed.
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
  if (email !== before.email) await giveAddress(platform, tx, before, email);
  const values = { ...fields, ...(passwordHash !== undefined && { passwordHash }) };
  const account = await put(tx, before.id, { ...values, updatedAt: platform.clock() });
  if (passwordHash !== undefined) await notifyOfPassword(platform, tx, account);
  return { account, changed };
}

async function giveAddress(
  platform: Platform,
  tx: Transaction,
  { id: accountId, email: oldEmail, username }: UserRow,
  email: string,
): Promise<void> {
  const { mailer, publicUrl } = platform;
  await lockAddress(tx, email);
  await moveToAddress(platform, tx, accountId, email);
  await mailer.send(tx, await addressReplacedEmail({ email: oldEmail, username }, email), { accountId });
  await mailer.send(tx, await addressGivenEmail(email, publicUrl), { accountId });
}

async function notifyOfPassword(
  { mailer, publicUrl }: Platform,
  tx: Transaction,
  account: UserRow,
): Promise<void> {
  await deleteEmailTokens(tx, account.id);
  await clearSignInFailures(tx, account.email);
  await mailer.send(tx, await passwordSetEmail(account, publicUrl), { accountId: account.id });
}

/** Activates or deactivates a locked account, which is told by letter; the latter ends its sessions (by the database). */
export async function setActive(
  { clock, mailer, publicUrl }: Platform,
  tx: Transaction,
  { id: accountId }: UserRow,
  isActive: boolean,
): Promise<UserRow> {
  const account = await put(tx, accountId, { isActive, updatedAt: clock() });
  const letter = isActive ? activeAgainEmail(account, publicUrl) : deactivatedEmail(account);
  await mailer.send(tx, await letter, { accountId });
  return account;
}

/** Tells the address of an account that was erased for its owner: to be called after that, which forgets letters. */
export async function notifyOfErasure(
  { mailer }: Platform,
  tx: Transaction,
  { email }: Pick<UserRow, 'email'>,
): Promise<void> {
  await mailer.send(tx, await erasedEmail(email));
}

/** Makes of a locked account that administers a plain one that is remembered to have administered. */
export async function endAdministering(
  { clock, mailer, publicUrl }: Platform,
  tx: Transaction,
  admin: UserRow,
): Promise<UserRow> {
  const account = await put(tx, admin.id, { role: 'user', formerAdmin: true, updatedAt: clock() });
  await mailer.send(tx, await adminNoMoreEmail(account, publicUrl), { accountId: account.id });
  return account;
}

/** Gives administration back to a locked account, which is active from then on. */
export async function resumeAdministering(
  { clock, mailer, publicUrl }: Platform,
  tx: Transaction,
  former: UserRow,
): Promise<UserRow> {
  const administering = { role: 'admin', formerAdmin: false, isActive: true } as const;
  const account = await put(tx, former.id, { ...administering, updatedAt: clock() });
  await mailer.send(tx, await adminAgainEmail(account, publicUrl), { accountId: account.id });
  return account;
}

async function put(
  tx: Transaction,
  id: string,
  values: Parameters<typeof updateAnyUser>[2],
): Promise<UserRow> {
  const account = await updateAnyUser(tx, id, values);
  if (account === null) throw new Error('a locked account is gone');
  return account;
}
