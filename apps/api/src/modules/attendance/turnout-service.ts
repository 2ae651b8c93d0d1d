import type { Turnout } from '@minga/contract/participants';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireAbility } from '../activities/access-service.ts';
import { visibleActivity } from '../activities/service.ts';
import { countTurnout } from './turnout-repository.ts';

/** How many people came, for those who manage the activity. Rejects with 404 or 403. */
export async function turnoutOf(platform: Platform, { user }: Session, taskId: string): Promise<Turnout> {
  const { activity } = await visibleActivity(platform, taskId, user.id);
  await requireAbility(platform.db, user.id, activity, 'manage');
  return countTurnout(platform.db, activity.id);
}
