import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { activities } from '../activities/schema.ts';
import type { Right } from './policy.ts';
import { isConfirmed } from './queries.ts';
import { isCoveredBy } from './repository.ts';
import { attendances } from './schema.ts';

/** An activity that the caller attends. */
export interface AttendedRow {
  readonly id: string;
  /** When the last party of the caller's was checked in; null: not all of them were. */
  readonly checkedInAt: Date | null;
}

/** The `visible` activities among `activityIds` with a confirmed attendance that one of the rights covers. */
export function listByRights(
  db: Executor,
  activityIds: string[],
  rights: readonly Right[],
  visible: SQL | undefined,
): Promise<AttendedRow[]> {
  return db
    .select({
      id: attendances.activityId,
      checkedInAt:
        sql<Date | null>`case when bool_and(${attendances.checkedInAt} is not null) then max(${attendances.checkedInAt}) end`.mapWith(
          attendances.checkedInAt,
        ),
    })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(
      and(
        inArray(attendances.activityId, activityIds),
        isConfirmed,
        or(...rights.map(right => isCoveredBy(db, right))),
        visible,
      ),
    )
    .groupBy(attendances.activityId);
}
