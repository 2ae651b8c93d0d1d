import type { ActivityStatus } from '@minga/contract/activities';
import { and, asc, gte, inArray } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/paging.ts';
import { activities } from './schema.ts';

/** Activities of these statuses dated `since` or later, in the order of their ids: new ones do not shift the pages. */
export const listAddresses = (
  db: Executor,
  statuses: ActivityStatus[],
  since: Date,
  paging: Paging,
): Promise<{ id: string; updatedAt: Date }[]> =>
  db
    .select({ id: activities.id, updatedAt: activities.updatedAt })
    .from(activities)
    .where(addressed(statuses, since))
    .orderBy(asc(activities.id))
    .limit(paging.limit)
    .offset(paging.offset);

export const countAddresses = (db: Executor, statuses: ActivityStatus[], since: Date): Promise<number> =>
  db.$count(activities, addressed(statuses, since));

const addressed = (statuses: ActivityStatus[], since: Date) =>
  and(inArray(activities.status, statuses), gte(activities.date, since));
