import { v7 } from 'uuid';
import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import { findActivities, insertNews, takeDueChanges } from './news-repository.ts';
import { isWorthTelling } from './rules.ts';

const AT_ONCE = 20;

/** Finds out what several edits came to, and notes who is to be told of it. Back where it was, nobody is. */
export async function closeChanges({ db, clock, settings }: Platform, leaving?: AbortSignal): Promise<void> {
  let taken = AT_ONCE;
  while (taken === AT_ONCE && leaving?.aborted !== true) {
    taken = await db.transaction(async tx => {
      const now = clock();
      const changes = await takeDueChanges(tx, publicStatuses(settings.moderation), now, AT_ONCE);
      const found = await findActivities(
        tx,
        changes.map(({ activityId }) => activityId),
      );
      for (const { activityId, date: oldDate, place: oldPlace } of changes) {
        const activity = found.find(({ id }) => id === activityId);
        if (activity === undefined) continue;
        if (!isWorthTelling({ date: oldDate, place: oldPlace }, activity, now)) continue;
        const { title, date, place } = activity;
        const told = { id: v7(), type: 'change', activityId, title, oldDate, oldPlace, date, place } as const;
        await insertNews(tx, { ...told, createdAt: now });
      }
      return changes.length;
    });
  }
}
