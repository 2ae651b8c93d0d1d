import type { Platform } from '../../platform/platform.ts';
import { sweepMessages } from './delivery-service.ts';
import { sweepObjects } from './object-service.ts';

const HOURLY = '17 * * * *';

/** Registers the hourly job of federation. Without federation there is none. */
export function federationJobs(platform: Platform): void {
  if (!platform.settings.isFederating) return;
  platform.jobs.every('federation-sweep', HOURLY, async () => {
    await sweepObjects(platform);
    await sweepMessages(platform);
  });
}
