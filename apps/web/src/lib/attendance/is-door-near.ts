import { doorHours } from '@minga/contract/door-hours';
import { isSameDay } from '../dates/dates.ts';

/** Whether to offer the door of an activity: during its hours, and on its day. */
export function isDoorNear(activity: { date: string; endDate: string | null }, now: Date): boolean {
  const { opens, closes } = doorHours(activity);
  return (opens <= now && now <= closes) || isSameDay(activity.date, now);
}
