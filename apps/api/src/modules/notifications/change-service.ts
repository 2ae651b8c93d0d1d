import { v7 } from 'uuid';
import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import { findActivities, insertAnnouncement, takeDueChanges } from './announcement-repository.ts';
import { shouldNotifyChange } from './rules.ts';

const BATCH_SIZE = 20;

/** Turns due edits of an activity into one change to announce; none if date and place are as they were. */
export async function closeChanges({ db, clock, settings }: Platform, signal?: AbortSignal): Promise<void> {
  let taken = BATCH_SIZE;
  while (taken === BATCH_SIZE && signal?.aborted !== true) {
    taken = await db.transaction(async tx => {
      const now = clock();
      const changes = await takeDueChanges(tx, publicStatuses(settings.moderation), now, BATCH_SIZE);
      const found = await findActivities(
        tx,
        changes.map(({ activityId }) => activityId),
      );
      for (const { activityId, date: oldDate, place: oldPlace } of changes) {
        const activity = found.find(({ id }) => id === activityId);
        if (activity === undefined) continue;
        if (!shouldNotifyChange({ date: oldDate, place: oldPlace }, activity, now)) continue;
        const { title, date, place, ownerId: senderId } = activity;
        const change = {
          id: v7(),
          type: 'change',
          activityId,
          senderId,
          title,
          oldDate,
          oldPlace,
          date,
          place,
        } as const;
        await insertAnnouncement(tx, { ...change, createdAt: now });
      }
      return changes.length;
    });
  }
}
