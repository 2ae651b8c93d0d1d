import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { foldAddress } from '../../platform/limits/limits.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { StoredStatus } from '../activities/policy.ts';
import { activities } from '../activities/queries.ts';
import { collectives } from '../collectives/queries.ts';
import { addedMailboxes, attendanceLinks, attendances, unconfirmedMails } from './schema.ts';

/** SHA-256 of the mailbox of an address, so that neither spelling nor tag leads around a refusal. */
const mailboxHash = (email: string): Buffer => hashToken(foldAddress(email));

const keyOf = (hash: Buffer): string => hash.toString('base64');

/** An address that organisers have added to an activity, and whether it has refused it. */
interface Added {
  readonly activityId: string;
  readonly email: string;
  readonly isRefused: boolean;
}

/** Those of the addresses that were mailed because they were added to the activities, or that have refused it. */
export async function findAdded(
  db: Executor,
  activityIds: readonly string[],
  emails: readonly string[],
): Promise<Added[]> {
  if (emails.length === 0 || activityIds.length === 0) return [];
  const byHash = Map.groupBy(new Set(emails), email => keyOf(mailboxHash(email)));
  const { activityId, mailboxHash: hash, refusedAt } = addedMailboxes;
  const rows = await db
    .select({ activityId, hash, refusedAt })
    .from(addedMailboxes)
    .where(and(inArray(activityId, [...activityIds]), inArray(hash, [...new Set(emails)].map(mailboxHash))));
  return rows.flatMap(row =>
    (byHash.get(keyOf(row.hash)) ?? []).map(email => ({
      activityId: row.activityId,
      email,
      isRefused: row.refusedAt !== null,
    })),
  );
}

/** Those of the addresses that have refused to be added to the activity. */
export async function findRefused(
  db: Executor,
  activityId: string,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const added = await findAdded(db, [activityId], emails);
  return new Set(added.flatMap(({ email, isRefused }) => (isRefused ? email : [])));
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

const ofSender = ({ accountId, collectiveId }: AddingSender) =>
  collectiveId === null
    ? and(eq(unconfirmedMails.accountId, accountId), isNull(unconfirmedMails.collectiveId))
    : eq(unconfirmedMails.collectiveId, collectiveId);

/** How many e-mails to people who did not confirm themselves count in the allowance of a sender since a time. */
export async function countUnconfirmedMails(
  db: Executor,
  sender: AddingSender,
  since: Date,
): Promise<number> {
  const [row] = await db
    .select({ mails: sql<number>`coalesce(sum(${unconfirmedMails.mails}), 0)::int` })
    .from(unconfirmedMails)
    .where(and(ofSender(sender), gt(unconfirmedMails.mailedAt, since)));
  return row?.mails ?? 0;
}

/** Locks the allowance of a sender until the transaction ends. To be called after the activity was locked. */
export async function lockAllowance(
  tx: Transaction,
  { accountId, collectiveId }: AddingSender,
): Promise<void> {
  const key = `minga.added-mails.${collectiveId ?? accountId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`);
}

export async function insertUnconfirmedMails(
  tx: Transaction,
  sender: AddingSender,
  count: number,
  mailedAt: Date,
): Promise<void> {
  if (count === 0) return;
  const { accountId, collectiveId } = sender;
  await tx.insert(unconfirmedMails).values({ accountId, collectiveId, mails: count, mailedAt });
}

/** Stores the mailboxes that are about to be mailed. A mailbox that was mailed about the activity before remains. */
export async function insertAdded(
  tx: Transaction,
  added: readonly {
    readonly activityId: string;
    readonly email: string;
    readonly tokenHash: Buffer;
    readonly mailedAt: Date;
  }[],
): Promise<void> {
  if (added.length === 0) return;
  await tx
    .insert(addedMailboxes)
    .values(added.map(({ email, ...row }) => ({ ...row, mailboxHash: mailboxHash(email) })))
    .onConflictDoNothing();
}

/** Marks attendances of these addresses in an activity as told of their addition. */
export async function setTold(tx: Transaction, activityId: string, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  await tx
    .update(attendances)
    .set({ addition: 'told' })
    .where(
      and(
        ...[eq(attendances.activityId, activityId), inArray(attendances.email, [...emails])],
        isNotNull(attendances.addition),
      ),
    );
}

/** Marks an attendance as confirmed by its person. */
export async function setConfirmed(
  tx: Transaction,
  one: { readonly id: string } | { readonly activityId: string; readonly email: string },
): Promise<void> {
  const isIt =
    'id' in one
      ? eq(attendances.id, one.id)
      : and(eq(attendances.activityId, one.activityId), eq(attendances.email, one.email));
  await tx
    .update(attendances)
    .set({ addition: null })
    .where(and(isIt, isNotNull(attendances.addition)));
}

/** An activity to which an organiser added the recipient of an e-mail. */
export interface Addition {
  readonly activityId: string;
  readonly title: string;
  readonly date: Date;
  readonly status: StoredStatus;
  readonly mailboxHash: Buffer;
  readonly refusedAt: Date | null;
}

const { id: activityId, title, date, status } = activities;

/**
 * The additions of an e-mail's token by date, of which that of a series has several; empty if there is none. The token is that of the
 * e-mail about the addition, or the mailed personal link of a person who has not confirmed.
 */
export async function findAdditions(db: Executor, tokenHash: Buffer): Promise<Addition[]> {
  const { mailboxHash: hash, refusedAt } = addedMailboxes;
  const added = await db
    .select({ activityId, title, date, status, mailboxHash: hash, refusedAt })
    .from(addedMailboxes)
    .innerJoin(activities, eq(activities.id, addedMailboxes.activityId))
    .where(eq(addedMailboxes.tokenHash, tokenHash))
    .orderBy(asc(date), asc(activityId));
  if (added.length > 0) return added;
  const { email } = attendances;
  const linked = await db
    .select({ activityId, title, date, status, email })
    .from(attendanceLinks)
    .innerJoin(
      attendances,
      and(eq(attendances.id, attendanceLinks.attendanceId), eq(email, attendanceLinks.email)),
    )
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(and(eq(attendanceLinks.tokenHash, tokenHash), isNotNull(attendances.addition)))
    .orderBy(asc(date), asc(activityId));
  return linked.map(({ email: to, ...row }) => ({
    ...row,
    mailboxHash: mailboxHash(to ?? ''),
    refusedAt: null,
  }));
}

/** Stores that a mailbox refuses to be added to an activity, by a token with which it can be read again. */
export async function upsertRefusal(
  tx: Transaction,
  { activityId, mailboxHash }: Pick<Addition, 'activityId' | 'mailboxHash'>,
  tokenHash: Buffer,
  at: Date,
): Promise<void> {
  await tx
    .insert(addedMailboxes)
    .values({ activityId, mailboxHash, tokenHash, mailedAt: at, refusedAt: at })
    .onConflictDoUpdate({
      target: [addedMailboxes.activityId, addedMailboxes.mailboxHash],
      set: { tokenHash, refusedAt: at },
    });
}

/** The ids of a locked activity's attendances whose address has this mailbox. */
export async function idsOfMailbox(tx: Transaction, activityId: string, hash: Buffer): Promise<string[]> {
  const rows = await tx
    .select({ id: attendances.id, email: attendances.email })
    .from(attendances)
    .where(and(eq(attendances.activityId, activityId), isNotNull(attendances.email)));
  return rows.flatMap(({ id, email }) => (email !== null && mailboxHash(email).equals(hash) ? id : []));
}

/** Deletes the records of activities that ended by `endedUntil`, and the numbers of e-mails that count no more. */
export async function deleteAdded(db: Executor, endedUntil: Date, countedUntil: Date): Promise<void> {
  const ended = db
    .select({ id: activities.id })
    .from(activities)
    .where(lte(sql`coalesce(${activities.endDate}, ${activities.date})`, endedUntil));
  await db.delete(addedMailboxes).where(inArray(addedMailboxes.activityId, ended));
  await db.delete(unconfirmedMails).where(lte(unconfirmedMails.mailedAt, countedUntil));
}

/** The activities to whose lists organisers added a mailbox, and when it was mailed and refused, for its data download. */
export const listAdditionsOf = (db: Executor, email: string) =>
  db
    .select({
      activityId,
      title,
      date,
      status,
      mailedAt: addedMailboxes.mailedAt,
      refusedAt: addedMailboxes.refusedAt,
    })
    .from(addedMailboxes)
    .innerJoin(activities, eq(activities.id, addedMailboxes.activityId))
    .where(eq(addedMailboxes.mailboxHash, mailboxHash(email)))
    .orderBy(desc(addedMailboxes.mailedAt));

/** The people among these whom an organiser has added to the activity and who have not confirmed. */
export async function findUnconfirmed(
  tx: Transaction,
  people: readonly { readonly activityId: string; readonly email: string }[],
) {
  if (people.length === 0) return [];
  const ids = sql.param(people.map(one => one.activityId));
  const emails = sql.param(people.map(({ email }) => email));
  const rows = await tx
    .select({
      id: attendances.id,
      activityId: attendances.activityId,
      email: attendances.email,
      addition: attendances.addition,
    })
    .from(attendances)
    .where(
      and(
        isNotNull(attendances.addition),
        sql`(${attendances.activityId}, ${attendances.email}) in (select * from unnest(${ids}::uuid[], ${emails}::text[]))`,
      ),
    );
  return rows.map(({ email, ...row }) => ({ ...row, email: email ?? '' }));
}
