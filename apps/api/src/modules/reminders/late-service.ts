import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import { countDue } from './due-repository.ts';

/** Every process polls every 5 s: a reminder that is later than this was missed several times. */
const LATE_MS = 60_000;

/** How many reminders are due and not sent, and how many of them for more than a minute. */
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
