import { v7 } from 'uuid';
import type { Transaction } from '../../platform/database/connection.ts';
import { repeatInTransactions } from '../../platform/jobs/repeat.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import {
  type ActivityChange,
  findActivities,
  insertAnnouncements,
  type NewAnnouncement,
  takeDueChanges,
} from './announcement-repository.ts';
import { shouldNotifyChange } from './rules.ts';
import { takeSeriesChange } from './series-change-repository.ts';

const BATCH_SIZE = 20;

/** Turns due edits of an activity into one change to announce; none if date and place are as they were. */
export async function closeChanges({ db, clock, settings }: Platform, signal?: AbortSignal): Promise<void> {
  const statuses = publicStatuses(settings.moderation);
  const closeSingle = async (tx: Transaction): Promise<boolean> => {
    const now = clock();
    const changes = await takeDueChanges(tx, statuses, now, BATCH_SIZE);
    for (const change of await announcementsOf(tx, changes, now)) await insertAnnouncements(tx, [change]);
    return changes.length === BATCH_SIZE;
  };
  const closeOfSeries = async (tx: Transaction): Promise<boolean> => {
    const now = clock();
    const changes = await takeSeriesChange(tx, statuses, now);
    if (changes === null) return false;
    await insertAnnouncements(tx, await announcementsOf(tx, changes, now));
    return true;
  };
  for (const step of [closeSingle, closeOfSeries]) await repeatInTransactions(db, step, signal);
}

async function announcementsOf(
  tx: Transaction,
  changes: readonly ActivityChange[],
  now: Date,
): Promise<NewAnnouncement[]> {
  const ids = changes.map(({ activityId }) => activityId);
  const found = new Map((await findActivities(tx, ids)).map(activity => [activity.id, activity]));
  return changes.flatMap(({ activityId, date: oldDate, place: oldPlace }) => {
    const activity = found.get(activityId);
    if (activity === undefined) return [];
    if (!shouldNotifyChange({ date: oldDate, place: oldPlace }, activity, now)) return [];
    const { title, date, place, ownerId: senderId } = activity;
    const changed = { activityId, senderId, title, oldDate, oldPlace, date, place };
    return [{ id: v7(), type: 'change' as const, ...changed, createdAt: now }];
  });
}
