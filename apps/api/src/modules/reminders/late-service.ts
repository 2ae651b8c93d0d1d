import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import { countDue } from './due-repository.ts';

/** Rounds are made each 5 s: what was due longer ago than this has been passed over by several. */
const LATE_MS = 60_000;

/** How many reminders are due now and have not left, and how many of them should have left a minute ago. */
export async function dueReminders({
  db,
  clock,
  settings,
}: Platform): Promise<{ due: number; late: number }> {
  const now = clock();
  const statuses = publicStatuses(settings.moderation);
  const [due, late] = await Promise.all([
    countDue(db, { now, statuses }),
    countDue(db, { now: new Date(now.getTime() - LATE_MS), statuses }),
  ]);
  return { due, late };
}
