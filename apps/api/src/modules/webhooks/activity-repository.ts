import { inArray } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { selectActivities } from '../activities/queries.ts';
import { activities } from '../activities/schema.ts';

/** Activities with the columns of their presenter. */
export const findActivities = (tx: Transaction, ids: readonly string[]) =>
  selectActivities(tx).where(inArray(activities.id, [...ids]));

export type ActivityRow = Awaited<ReturnType<typeof findActivities>>[number];
