import { and, asc, desc, eq, lte, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/paging.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { teamMembers } from '../teams/schema.ts';
import { webhooks } from './schema.ts';

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

/** The webhooks that an account has created, in all collectives. */
export const countCreated = (db: Executor, userId: string): Promise<number> =>
  db.$count(webhooks, eq(webhooks.createdBy, userId));

/** Locks an account, so that the webhooks that it has created can be counted. */
export async function lockCreator(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/** The names of collectives with an active webhook that has failed since this moment or longer, in their order. */
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

/** Locks a collective, so that its webhooks can be counted; false: deleted. */
export async function lockCollective(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: collectives.id })
    .from(collectives)
    .where(eq(collectives.id, id))
    .for('no key update');
  return rows.length > 0;
}

export async function insertWebhook(
  tx: Transaction,
  values: typeof webhooks.$inferInsert,
): Promise<WebhookRow> {
  const [row] = await tx.insert(webhooks).values(values).returning();
  if (row === undefined) throw new Error('the webhook was not stored');
  return row;
}

/** Locks a webhook against deletion; null: the collective has none like this. */
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

/** False: the collective has none like this. */
export async function deleteWebhook(db: Executor, collectiveId: string, id: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(webhooks)
    .where(and(isOfCollective(collectiveId), eq(webhooks.id, id)));
  return rowCount !== 0;
}

/** Locks a webhook for a change of its state; null: deleted. */
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

/** The active webhooks for an event, with those of the activities whose collective has them; locked against deletion. */
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

/** The active owners of a webhook's collective, and its name and slug. */
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
