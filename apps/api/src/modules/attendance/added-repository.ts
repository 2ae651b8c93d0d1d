import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { foldAddress } from '../../platform/limits/limits.ts';
import { hashToken } from '../../platform/tokens.ts';
import { activities } from '../activities/queries.ts';
import { collectives } from '../collectives/queries.ts';
import { addedMailboxes, attendances } from './schema.ts';

/** SHA-256 of the mailbox of an address, so that neither spelling nor tag leads around a refusal. */
const mailboxHash = (email: string): Buffer => hashToken(foldAddress(email));

const keyOf = (hash: Buffer): string => hash.toString('base64');

/** The addresses among these that were mailed because they were added to the activity, and those that refused it. */
export async function findAdded(
  db: Executor,
  activityId: string,
  emails: readonly string[],
): Promise<{ readonly mailed: ReadonlySet<string>; readonly refused: ReadonlySet<string> }> {
  if (emails.length === 0) return { mailed: new Set(), refused: new Set() };
  const byHash = Map.groupBy(emails, email => keyOf(mailboxHash(email)));
  const rows = await db
    .select({ hash: addedMailboxes.mailboxHash, refusedAt: addedMailboxes.refusedAt })
    .from(addedMailboxes)
    .where(
      and(
        eq(addedMailboxes.activityId, activityId),
        inArray(addedMailboxes.mailboxHash, [...new Set(emails)].map(mailboxHash)),
      ),
    );
  const among = (found: typeof rows) => new Set(found.flatMap(({ hash }) => byHash.get(keyOf(hash)) ?? []));
  return { mailed: among(rows), refused: among(rows.filter(({ refusedAt }) => refusedAt !== null)) };
}

/** The sender in whose allowance e-mails to added people count. */
export interface AddingSender {
  readonly accountId: string;
  /** The verified collective of the activity, or null. */
  readonly collectiveId: string | null;
}

/** The collective if it is verified and active, in whose allowance e-mails about its activities count, or null. */
export async function verifiedCollective(db: Executor, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const isVerified = and(eq(collectives.isVerified, true), eq(collectives.status, 'active'));
  const [row] = await db
    .select({ id: collectives.id })
    .from(collectives)
    .where(and(eq(collectives.id, id), isVerified));
  return row?.id ?? null;
}

/**
 * Locks the allowance of a sender until the transaction ends, and returns how many e-mails to added people count in it since a time. To be
 * called after the activity was locked.
 */
export async function lockAllowance(
  tx: Transaction,
  { accountId, collectiveId }: AddingSender,
  since: Date,
): Promise<number> {
  const key = `minga.added-mails.${collectiveId ?? accountId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`);
  const isOfSender =
    collectiveId === null
      ? and(eq(addedMailboxes.accountId, accountId), isNull(addedMailboxes.collectiveId))
      : eq(addedMailboxes.collectiveId, collectiveId);
  return tx.$count(addedMailboxes, and(isOfSender, gt(addedMailboxes.mailedAt, since)));
}

/** Stores the mailboxes that are about to be mailed. */
export async function insertAdded(
  tx: Transaction,
  added: readonly (AddingSender & {
    readonly activityId: string;
    readonly email: string;
    readonly tokenHash: Buffer;
    readonly mailedAt: Date;
  })[],
): Promise<void> {
  if (added.length === 0) return;
  await tx
    .insert(addedMailboxes)
    .values(added.map(({ email, ...row }) => ({ ...row, mailboxHash: mailboxHash(email) })));
}

/** The addition of an e-mail's token with its activity, or null if there is none or the activity was deleted. */
export async function findAddition(db: Executor, tokenHash: Buffer) {
  const [row] = await db
    .select({
      activityId: activities.id,
      title: activities.title,
      date: activities.date,
      status: activities.status,
      mailboxHash: addedMailboxes.mailboxHash,
      refusedAt: addedMailboxes.refusedAt,
    })
    .from(addedMailboxes)
    .innerJoin(activities, eq(activities.id, addedMailboxes.activityId))
    .where(eq(addedMailboxes.tokenHash, tokenHash));
  return row ?? null;
}

/** Stores the refusal of a token's mailbox. Returns false if it has refused before. */
export async function setRefused(tx: Transaction, tokenHash: Buffer, at: Date): Promise<boolean> {
  const rows = await tx
    .update(addedMailboxes)
    .set({ refusedAt: at })
    .where(and(eq(addedMailboxes.tokenHash, tokenHash), isNull(addedMailboxes.refusedAt)))
    .returning({ at: addedMailboxes.refusedAt });
  return rows.length > 0;
}

/** The ids of a locked activity's attendances whose address has this mailbox. */
export async function idsOfMailbox(tx: Transaction, activityId: string, hash: Buffer): Promise<string[]> {
  const rows = await tx
    .select({ id: attendances.id, email: attendances.email })
    .from(attendances)
    .where(and(eq(attendances.activityId, activityId), isNotNull(attendances.email)));
  return rows.flatMap(({ id, email }) => (email !== null && mailboxHash(email).equals(hash) ? id : []));
}

/** Deletes the records of activities that ended by `endedUntil`, and those of deleted activities that count in no allowance any more. */
export async function deleteAddedMailboxes(
  db: Executor,
  endedUntil: Date,
  countedUntil: Date,
): Promise<void> {
  const ended = db
    .select({ id: activities.id })
    .from(activities)
    .where(lte(sql`coalesce(${activities.endDate}, ${activities.date})`, endedUntil));
  await db
    .delete(addedMailboxes)
    .where(
      and(
        lte(addedMailboxes.mailedAt, countedUntil),
        or(isNull(addedMailboxes.activityId), inArray(addedMailboxes.activityId, ended)),
      ),
    );
}
