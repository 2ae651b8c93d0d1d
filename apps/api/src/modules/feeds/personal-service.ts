import type { CalendarEvent } from '../../platform/calendar/calendar.ts';
import type { Platform } from '../../platform/platform.ts';
import { personalEvents } from '../activities/calendar/service.ts';
import { type Account, type DatedEntry, listAttended, listOrganised } from './personal-repository.ts';
import { CALENDAR_MAX, ENDED_MS } from './service.ts';

/**
 * The entries of the activities that an account organises and attends, from 60 days ago on, at most 5,000: upcoming ones first, so
 * that the limit leaves out past ones (docs/rules.md R24.2).
 */
export async function personalCalendar(platform: Platform, account: Account): Promise<CalendarEvent[]> {
  const { db, clock, settings } = platform;
  const now = clock();
  const span = { now, since: new Date(now.getTime() - ENDED_MS), limit: CALENDAR_MAX };
  const [organised, attended] = await Promise.all([
    listOrganised(db, account, span),
    listAttended(db, account, settings.moderation, span),
  ]);
  // The later one replaces an earlier one: of an activity that the account organises and attends it is the organiser's.
  const byId = new Map([...attended, ...organised].map(entry => [entry.activityId, entry]));
  const entries = [...byId.values()].toSorted(inOrder).slice(0, CALENDAR_MAX);
  return personalEvents(db, entries, platform);
}

const inOrder = (one: DatedEntry, other: DatedEntry): number =>
  Number(one.isOver) - Number(other.isOver) ||
  one.date.getTime() - other.date.getTime() ||
  (one.activityId < other.activityId ? -1 : 1);
