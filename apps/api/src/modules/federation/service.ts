import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import { sweepMessages } from './delivery-service.ts';
import { sweepObjects } from './object-service.ts';
import { objectIdOf } from './presenter.ts';
import { findVersion } from './repository.ts';

/** The address of an activity's document, or null if other servers may not know the activity. */
export async function objectAddressOf(
  { db, settings, publicUrl }: Pick<Platform, 'db' | 'settings' | 'publicUrl'>,
  activityId: string,
): Promise<string | null> {
  if (!settings.isFederating) return null;
  const version = await findVersion(db, activityId, publicStatuses(settings.moderation));
  return version === null ? null : objectIdOf(publicUrl, activityId, version);
}

const HOURLY = '17 * * * *';

/** Registers the hourly job of federation. It also deletes what is left after federation was switched off. */
export function federationJobs(platform: Platform): void {
  platform.jobs.every('federation-sweep', HOURLY, async () => {
    await sweepObjects(platform);
    await sweepMessages(platform);
  });
}
