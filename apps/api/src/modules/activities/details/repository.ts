import type { Need } from '@minga/contract/needs';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { needsOfActivity } from '../queries.ts';
import { activities, activityNeeds } from '../schema.ts';
import type { StoredNeed } from './rules.ts';

/** The needs of an activity. */
export async function listNeeds(db: Executor, activityId: string): Promise<readonly Need[]> {
  const [row] = await db
    .select({ needs: needsOfActivity })
    .from(activities)
    .where(eq(activities.id, activityId));
  return row?.needs ?? [];
}

/** The needs of several activities, by activity id. */
export async function listNeedsOf(
  db: Executor,
  activityIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Need[]>> {
  if (activityIds.length === 0) return new Map();
  const rows = await db
    .select({ id: activities.id, needs: needsOfActivity })
    .from(activities)
    .where(inArray(activities.id, [...activityIds]));
  return new Map(rows.map(({ id, needs }) => [id, needs]));
}

/** Replaces the needs of locked activities. Needs that remain retain their claims. */
export async function replaceNeeds(
  tx: Transaction,
  needs: readonly (StoredNeed & { readonly activityId: string })[],
  removed: readonly string[],
): Promise<void> {
  if (removed.length > 0) await tx.delete(activityNeeds).where(inArray(activityNeeds.id, [...removed]));
  if (needs.length === 0) return;
  // The rows are one parameter: a series has up to 2,400 needs, and separate values would take the query builder and the driver a
  // second.
  const rows = needs.map(({ activityId, startsAt, endsAt, ...need }) => ({
    ...need,
    activity_id: activityId,
    starts_at: startsAt,
    ends_at: endsAt,
  }));
  await tx.execute(sql`
    insert into ${activityNeeds} (id, activity_id, position, kind, name, quantity, starts_at, ends_at, note)
    select id, activity_id, position, kind, name, quantity, starts_at, ends_at, note
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as written (id uuid, activity_id uuid, position smallint, kind text, name text,
      quantity int, starts_at timestamptz, ends_at timestamptz, note text)
    on conflict (id) do update set position = excluded.position, kind = excluded.kind, name = excluded.name,
      quantity = excluded.quantity, starts_at = excluded.starts_at, ends_at = excluded.ends_at, note = excluded.note`);
}
