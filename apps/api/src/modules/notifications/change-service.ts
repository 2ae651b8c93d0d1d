import { v7 } from 'uuid';
import type { Transaction } from '../../platform/database/connection.ts';
import { type BatchStep, processBatches } from '../../platform/jobs/due-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import {
  type ActivityChange,
  CHANGES,
  findActivities,
  insertAnnouncements,
  type NewAnnouncement,
  takeDueChanges,
} from './announcement-repository.ts';
import { shouldNotifyChange } from './rules.ts';
import { SERIES_CHANGES, takeSeriesChange } from './series-change-repository.ts';

const BATCH_SIZE = 20;

/** Turns due edits of an activity into one change to announce; none if date and place are as they were. */
export async function closeChanges(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { clock, settings } = platform;
  const statuses = publicStatuses(settings.moderation);
  const closeSingle: BatchStep = async (tx, { limit, taking }) => {
    const now = clock();
    const changes = await takeDueChanges(tx, statuses, now, limit);
    taking(changes.map(({ activityId }) => activityId));
    for (const change of await announcementsOf(tx, changes, now)) await insertAnnouncements(tx, [change]);
    return changes.length === limit;
  };
  const closeOfSeries: BatchStep = async (tx, { taking }) => {
    const now = clock();
    const changes = await takeSeriesChange(tx, statuses, now, taking);
    if (changes === null) return false;
    await insertAnnouncements(tx, await announcementsOf(tx, changes, now));
    return true;
  };
  await processBatches(platform, { task: CHANGES, size: BATCH_SIZE }, closeSingle, signal);
  await processBatches(platform, { task: SERIES_CHANGES, size: 1 }, closeOfSeries, signal);
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
