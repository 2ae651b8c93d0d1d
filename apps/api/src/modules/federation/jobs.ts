import type { Platform } from '../../platform/platform.ts';
import { sweepMessages } from './delivery/service.ts';
import { sweepObjects } from './objects/service.ts';

const HOURLY = '17 * * * *';

/** Registers the hourly job of federation. It also deletes what is left after federation was switched off. */
export function federationJobs(platform: Platform): void {
  platform.jobs.every('federation-sweep', HOURLY, async () => {
    await sweepObjects(platform);
    await sweepMessages(platform);
  });
}
