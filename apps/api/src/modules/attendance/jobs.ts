import type { Platform } from '../../platform/platform.ts';
import { EMAILS_QUEUE, writeLinkEmail } from './links/service.ts';
import { sweepAnswers } from './needs/service.ts';
import { eraseExpiredVisitors } from './visitor/service.ts';

/** Both times (UTC) are at night in the Americas, and not on the full hour. */
const DAILY = '37 8 * * *';
const DAILY_LATER = '47 8 * * *';

export function attendanceJobs(platform: Platform): void {
  platform.jobs.every('answer-sweep', DAILY, () => sweepAnswers(platform));
  platform.jobs.every('visitor-retention', DAILY_LATER, async (_data, signal) => {
    await eraseExpiredVisitors(platform, signal);
  });
  platform.jobs.work(EMAILS_QUEUE, data => writeLinkEmail(platform, data), { concurrency: 5 });
}
