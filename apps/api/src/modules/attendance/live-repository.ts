import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/database/connection.ts';
import { publishExpression } from '../../platform/live/publish.ts';
import { activities } from '../activities/schema.ts';
import { roles } from '../collectives/queries.ts';
import { teamRolesWith } from '../teams/policy.ts';

/**
 * Makes the open screens of those who organise activities, or check people in, refetch their participants, after the commit. They are
 * found each time, so that a role that was lost gets nothing any more.
 */
export async function publishAttendanceUpdate(
  tx: Transaction,
  updated: readonly { readonly id: string }[],
): Promise<void> {
  if (updated.length === 0) return;
  const isUpdated = inArray(
    activities.id,
    updated.map(({ id }) => id),
  );
  const authors = tx
    .select({ activityId: activities.id, userId: activities.ownerId })
    .from(activities)
    .where(isUpdated);
  const teams = tx
    .select({ activityId: activities.id, userId: roles.userId })
    .from(activities)
    .innerJoin(roles, or(eq(roles.teamId, activities.id), eq(roles.teamId, activities.collectiveId)))
    .where(and(isUpdated, inArray(roles.role, [...teamRolesWith('checkIn')])));
  const keepers = union(authors, teams).as('keepers');
  const data = sql`jsonb_build_object('taskId', ${keepers.activityId})`;
  await tx
    .select({ notified: publishExpression(keepers.userId, 'asistentes_actualizados', data) })
    .from(keepers);
}
