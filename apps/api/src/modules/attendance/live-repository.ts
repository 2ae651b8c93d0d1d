import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/database/connection.ts';
import { publishExpression } from '../../platform/live/publish.ts';
import { activities } from '../activities/schema.ts';
import { roles } from '../collectives/queries.ts';
import { teamRolesWith } from '../teams/policy.ts';

/**
 * Makes the open screens of those who organise an activity refetch its participants, after the commit. They are found each time, so
 * that a role that was lost gets nothing any more.
 */
export async function publishAttendanceUpdate(
  tx: Transaction,
  { id }: { readonly id: string },
): Promise<void> {
  const isActivity = eq(activities.id, id);
  const author = tx.select({ id: activities.ownerId }).from(activities).where(isActivity);
  const team = tx
    .select({ id: roles.userId })
    .from(activities)
    .innerJoin(roles, or(eq(roles.teamId, activities.id), eq(roles.teamId, activities.collectiveId)))
    .where(and(isActivity, inArray(roles.role, [...teamRolesWith('manage')])));
  const organisers = union(author, team).as('organisers');
  const data = sql`jsonb_build_object('taskId', ${id}::uuid)`;
  await tx
    .select({ notified: publishExpression(organisers.id, 'asistentes_actualizados', data) })
    .from(organisers);
}
