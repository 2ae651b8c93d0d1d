import type { Platform } from '../../platform/platform.ts';
import { sweepFeedback } from './service.ts';

const HOURLY = '53 * * * *';

export function feedbackJobs(platform: Platform): void {
  platform.jobs.every('feedback-sweep', HOURLY, () => sweepFeedback(platform));
}
