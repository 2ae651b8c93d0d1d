import { and, asc, desc, eq, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/queries.ts';
import { groupsWithDue, isNoneOf } from '../../platform/jobs/attempts.ts';
import { isNotPostponed } from '../../platform/jobs/postponed-work.ts';
import { users } from '../accounts/queries.ts';
import { activities, selectActivities } from '../activities/queries.ts';
import { collectives } from '../collectives/queries.ts';
import { teamMembers } from '../teams/queries.ts';
import { type Failure, HOOK_ATTEMPTS } from './rules.ts';
import { webhookDeliveries, webhooks } from './schema.ts';

export type WebhookRow = typeof webhooks.$inferSelect;

const isOfCollective = (collectiveId: string) => eq(webhooks.collectiveId, collectiveId);

export async function listWebhooks(
  db: Executor,
  collectiveId: string,
  { limit, offset }: Paging,
): Promise<{ rows: WebhookRow[]; total: number }> {
  const rows = await db
    .select()
    .from(webhooks)
    .where(isOfCollective(collectiveId))
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => countWebhooks(db, collectiveId));
}

export const countWebhooks = (db: Executor, collectiveId: string): Promise<number> =>
  db.$count(webhooks, isOfCollective(collectiveId));

/** Counts the webhooks that an account has created in all collectives. */
export const countCreated = (db: Executor, userId: string): Promise<number> =>
  db.$count(webhooks, eq(webhooks.createdBy, userId));

/** The names of collectives with an active webhook that has failed since `since` or longer, in alphabetical order. */
export async function listFailing(db: Executor, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: collectives.name })
    .from(webhooks)
    .innerJoin(collectives, eq(collectives.id, webhooks.collectiveId))
    .where(and(eq(webhooks.isActive, true), lte(webhooks.failingSince, since)))
    .orderBy(asc(collectives.name))
    .limit(limit);
  return rows.map(({ name }) => name);
}

export async function insertWebhook(
  tx: Transaction,
  values: typeof webhooks.$inferInsert,
): Promise<WebhookRow> {
  const [row] = await tx.insert(webhooks).values(values).returning();
  if (row === undefined) throw new Error('the webhook was not stored');
  return row;
}

/** Locks a webhook against deletion. Returns null if the collective has no such webhook. */
export async function lockOfCollective(
  tx: Transaction,
  collectiveId: string,
  id: string,
): Promise<WebhookRow | null> {
  const [row] = await tx
    .select()
    .from(webhooks)
    .where(and(isOfCollective(collectiveId), eq(webhooks.id, id)))
    .for('key share');
  return row ?? null;
}

/** Deletes a webhook. Returns false if the collective has no such webhook. */
export async function deleteWebhook(db: Executor, collectiveId: string, id: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(webhooks)
    .where(and(isOfCollective(collectiveId), eq(webhooks.id, id)));
  return rowCount !== 0;
}

/** Locks a webhook for a change of its state. Returns null if it was deleted. */
export async function lockWebhook(tx: Transaction, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update');
  return row ?? null;
}

export async function updateWebhook(
  tx: Transaction,
  id: string,
  values: Partial<Pick<WebhookRow, 'isActive' | 'failingSince' | 'resumesAt'>>,
): Promise<void> {
  await tx.update(webhooks).set(values).where(eq(webhooks.id, id));
}

/** Finds the active webhooks that subscribe to an event of the activities' collectives, and locks them against deletion. */
export const lockSubscribed = (
  tx: Transaction,
  activityIds: readonly string[],
  event: WebhookRow['events'][number],
): Promise<{ webhookId: string; activityId: string }[]> =>
  tx
    .select({ webhookId: webhooks.id, activityId: activities.id })
    .from(activities)
    .innerJoin(webhooks, eq(webhooks.collectiveId, activities.collectiveId))
    .innerJoin(collectives, eq(collectives.id, activities.collectiveId))
    .where(
      and(
        sql`${activities.id} = any(${sql.param(activityIds)}::uuid[])`,
        eq(webhooks.isActive, true),
        ne(collectives.status, 'inactive'),
        sql`${event} = any(${webhooks.events})`,
      ),
    )
    .orderBy(asc(webhooks.id))
    .for('key share', { of: webhooks });

/** The active owners of a webhook's collective, with its name and slug. */
export const ownersOf = (tx: Transaction, collectiveId: string) =>
  tx
    .select({
      owner: { id: users.id, email: users.email, username: users.username },
      collective: { name: collectives.name, slug: collectives.slug },
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .innerJoin(collectives, eq(collectives.id, teamMembers.teamId))
    .where(
      and(eq(teamMembers.teamId, collectiveId), eq(teamMembers.role, 'owner'), eq(users.isActive, true)),
    );

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export async function insertDeliveries(
  tx: Transaction,
  rows: (typeof webhookDeliveries.$inferInsert)[],
): Promise<DeliveryRow[]> {
  return rows.length === 0 ? [] : tx.insert(webhookDeliveries).values(rows).returning();
}

/** A webhook's deliveries, the newest first. */
export async function listDeliveries(
  db: Executor,
  webhookId: string,
  { limit, offset }: Paging,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const isOfWebhook = eq(webhookDeliveries.webhookId, webhookId);
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(isOfWebhook)
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(webhookDeliveries, isOfWebhook));
}

const isDue = (now: Date) =>
  sql`${webhookDeliveries.state} = 'pending' and ${webhookDeliveries.dueAt} <= ${now}::timestamptz`;

/** Returns true if a delivery is due. It is a separate, cheap query, because usually there are none. */
export async function hasDue(db: Executor, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(isDue(now))
    .limit(1);
  return row !== undefined;
}

/** The polling task that sends deliveries. */
export const WEBHOOKS = 'webhooks';

/** The account that created a webhook, or its collective if that account was deleted. */
const ownerOf = sql<string>`coalesce(${webhooks.createdBy}, ${webhooks.collectiveId})`;
/** The host of a webhook's URL, with its port. */
const hostOf = sql<string>`substring(${webhooks.url} from '://([^/?#]+)')`;

interface Full {
  readonly webhooks: readonly string[];
  readonly owners: readonly string[];
  readonly hosts: readonly string[];
  /** Whether webhooks whose last attempt failed have no capacity left. */
  readonly failing: boolean;
}

/**
 * Locks due deliveries with their webhook, and skips those that other processes have locked. Starts with the webhook after
 * `after` (null: the first) and alternates between webhooks (round-robin), so that one does not delay others. Excludes webhooks
 * without capacity.
 */
export function lockDue(
  tx: Transaction,
  now: Date,
  { limit, after, full }: { readonly limit: number; readonly after: string | null; readonly full: Full },
) {
  const isTried = sql`${isDue(now)} and ${isNotPostponed(WEBHOOKS, webhookDeliveries.id, now)}`;
  const next = sql`(
    select delivery.id from (
      select ${webhooks.id} as id
      from (${groupsWithDue(webhookDeliveries, webhookDeliveries.webhookId, isTried, after)}) as due
      join ${webhooks} on ${webhooks.id} = due.id
      where exists (select from ${collectives} where ${collectives.id} = ${webhooks.collectiveId} and ${collectives.status} <> 'inactive')
        and (${webhooks.resumesAt} is null or ${webhooks.resumesAt} <= ${now}) and ${isNoneOf(webhooks.id, full.webhooks)}
        and ${isNoneOf(ownerOf, full.owners)} and ${isNoneOf(hostOf, full.hosts)}
        and ${full.failing ? isNull(webhooks.failingSince) : sql`true`}
      limit ${limit}
    ) as hook cross join lateral (
      select ${webhookDeliveries.id} as id,
        row_number() over (order by ${webhookDeliveries.dueAt}, ${webhookDeliveries.id}) as place
      from ${webhookDeliveries} where ${webhookDeliveries.webhookId} = hook.id and ${isTried}
      order by ${webhookDeliveries.dueAt}, ${webhookDeliveries.id} limit ${HOOK_ATTEMPTS}
    ) as delivery
    order by delivery.place, hook.id limit ${limit}
  )`;
  const { id, url, secret, failingSince } = webhooks;
  return tx
    .select({
      delivery: webhookDeliveries,
      webhook: { id, url, secret, failingSince, ownerId: ownerOf, host: hostOf },
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(sql`${webhookDeliveries.id} in ${next}`, isDue(now)))
    .for('update', { of: webhookDeliveries, skipLocked: true });
}

export type Due = Awaited<ReturnType<typeof lockDue>>[number];

export async function updateDelivery(
  tx: Transaction,
  id: string,
  values: Partial<Omit<DeliveryRow, 'id' | 'webhookId'>>,
): Promise<void> {
  await tx.update(webhookDeliveries).set(values).where(eq(webhookDeliveries.id, id));
}

/** Makes a delivery due again, with its attempts reset. Returns null if the webhook has no such delivery. */
export async function resetDelivery(
  tx: Transaction,
  webhookId: string,
  id: string,
  now: Date,
): Promise<DeliveryRow | null> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ state: 'pending', attempts: 0, firstAttemptAt: null, dueAt: now })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)))
    .returning();
  return row ?? null;
}

/** Fails the pending deliveries of a webhook. */
export async function failPending(tx: Transaction, webhookId: string, failure: Failure): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'failed', failure })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'pending')));
}

const SWEEP_BATCH = 1_000;

/** Deletes one batch of the deliveries created before a time. Returns their number. */
export async function deleteBefore(db: Executor, before: Date): Promise<number> {
  const old = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, before))
    .limit(SWEEP_BATCH);
  const { rowCount } = await db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, old));
  return rowCount ?? 0;
}

/** Finds activities with the columns that their presenter needs. */
export const findActivities = (tx: Transaction, ids: readonly string[]) =>
  selectActivities(tx).where(inArray(activities.id, [...ids]));

export type ActivityRow = Awaited<ReturnType<typeof findActivities>>[number];
