import type { NotificationKind } from '@minga/contract/notification-settings';
import { and, count, eq, gt, inArray, lt, lte, not, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { users } from '../../accounts/queries.ts';
import { mailUnsubscriptions, notificationPreferences, unsubscribeLinks } from '../schema.ts';

export type PreferenceRow = typeof notificationPreferences.$inferSelect;

export const preferencesOf = (db: Executor, userId: string): Promise<PreferenceRow[]> =>
  db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId));

export const preferencesFor = (
  db: Executor,
  userIds: string[],
  kind: NotificationKind,
): Promise<PreferenceRow[]> =>
  db
    .select()
    .from(notificationPreferences)
    .where(and(inArray(notificationPreferences.userId, userIds), eq(notificationPreferences.kind, kind)));

export async function upsertPreference(tx: Executor, row: PreferenceRow): Promise<void> {
  const { byEmail, isLive } = row;
  await tx
    .insert(notificationPreferences)
    .values(row)
    .onConflictDoUpdate({
      target: [notificationPreferences.userId, notificationPreferences.kind],
      set: { byEmail, isLive },
    });
}

/** Disables e-mails of a kind for an account. The bell is not affected. */
export async function disableEmail(tx: Executor, userId: string, kind: NotificationKind): Promise<void> {
  await tx
    .insert(notificationPreferences)
    .values({ userId, kind, byEmail: false, isLive: true })
    .onConflictDoUpdate({
      target: [notificationPreferences.userId, notificationPreferences.kind],
      set: { byEmail: false },
    });
}

/** The kinds that the account's address unsubscribed from as a visitor. */
export async function unsubscribedKinds(db: Executor, userId: string): Promise<NotificationKind[]> {
  const rows = await db
    .select({ kind: mailUnsubscriptions.kind })
    .from(mailUnsubscriptions)
    .where(inArray(mailUnsubscriptions.emailHash, addressOf(db, userId)));
  return rows.map(({ kind }) => kind);
}

/** Deletes the unsubscription of the account's address. */
export async function deleteUnsubscription(
  tx: Executor,
  userId: string,
  kind: NotificationKind,
): Promise<void> {
  await tx
    .delete(mailUnsubscriptions)
    .where(
      and(inArray(mailUnsubscriptions.emailHash, addressOf(tx, userId)), eq(mailUnsubscriptions.kind, kind)),
    );
}

/** The hash of the account's address, equal to that of `hashToken`. */
const addressOf = (db: Executor, userId: string) =>
  db
    .select({ hash: sql`sha256(convert_to(${users.email}, 'UTF8'))`.as('hash') })
    .from(users)
    .where(eq(users.id, userId));

/** Finds the addresses that unsubscribed from a kind as visitors. */
export async function findUnsubscribed(
  db: Executor,
  emails: string[],
  kind: NotificationKind,
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const byHash = new Map(emails.map(email => [hashToken(email).toString('hex'), email]));
  const rows = await db
    .select({ emailHash: mailUnsubscriptions.emailHash })
    .from(mailUnsubscriptions)
    .where(
      and(inArray(mailUnsubscriptions.emailHash, emails.map(hashToken)), eq(mailUnsubscriptions.kind, kind)),
    );
  return new Set(rows.flatMap(({ emailHash }) => byHash.get(emailHash.toString('hex')) ?? []));
}

/** Finds the addresses whose account has disabled e-mails of a kind. */
export async function findEmailDisabled(
  db: Executor,
  emails: string[],
  kind: NotificationKind,
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .innerJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
    .where(
      and(
        inArray(users.email, emails),
        eq(notificationPreferences.kind, kind),
        not(notificationPreferences.byEmail),
      ),
    );
  return new Set(rows.map(({ email }) => email));
}

export async function insertUnsubscription(
  tx: Executor,
  emailHash: Buffer,
  kind: NotificationKind,
): Promise<void> {
  await tx.insert(mailUnsubscriptions).values({ emailHash, kind }).onConflictDoNothing();
}

export type UnsubscribeLink = typeof unsubscribeLinks.$inferSelect;

export async function insertUnsubscribeLinks(tx: Executor, links: UnsubscribeLink[]): Promise<void> {
  if (links.length > 0) await tx.insert(unsubscribeLinks).values(links);
}

/**
 * Counts the e-mails of a kind that accounts received after `since` and until `now`, by their unsubscribe links, and finds the time
 * of the first. Accounts without any are absent.
 */
export async function countLinked(
  tx: Executor,
  kind: NotificationKind,
  userIds: readonly string[],
  since: Date,
  now: Date,
): Promise<ReadonlyMap<string, { count: number; firstAt: Date }>> {
  if (userIds.length === 0) return new Map();
  const { userId, createdAt } = unsubscribeLinks;
  const rows = await tx
    .select({
      userId: sql<string>`${userId}`,
      count: count(),
      firstAt: sql`min(${createdAt})`.mapWith(createdAt),
    })
    .from(unsubscribeLinks)
    .where(
      and(
        inArray(userId, [...userIds]),
        eq(unsubscribeLinks.kind, kind),
        gt(createdAt, since),
        lte(createdAt, now),
      ),
    )
    .groupBy(userId);
  return new Map(rows.map(({ userId: id, ...found }) => [id, found]));
}

export async function findUnsubscribeLink(db: Executor, tokenHash: Buffer): Promise<UnsubscribeLink | null> {
  const [row] = await db.select().from(unsubscribeLinks).where(eq(unsubscribeLinks.tokenHash, tokenHash));
  return row ?? null;
}

export async function deleteOlderLinks(db: Executor, than: Date): Promise<void> {
  await db.delete(unsubscribeLinks).where(lt(unsubscribeLinks.createdAt, than));
}
