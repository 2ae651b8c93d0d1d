import type { Goal } from '@minga/contract/goals';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockFor } from './owner-service.ts';
import { updateActivity } from './repository.ts';

/** Stores what has been reached of a goal. Rejects with 404 if the activity has no such goal. */
export async function setReached(
  platform: Platform,
  actorId: string,
  activityId: string,
  goalId: string,
  reached: number,
): Promise<Goal> {
  return platform.db.transaction(async tx => {
    const { goals } = await lockFor(platform, tx, activityId, actorId, 'manage');
    const goal = goals.find(({ _id }) => _id === goalId.toLowerCase());
    if (goal === undefined) throw notFound('Meta no encontrada');
    const updated = { ...goal, reached };
    await updateActivity(tx, activityId, {
      goals: goals.map(one => (one === goal ? updated : one)),
      updatedAt: platform.clock(),
    });
    return updated;
  });
}
