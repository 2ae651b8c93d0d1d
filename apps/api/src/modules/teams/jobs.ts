import type { Platform } from '../../platform/platform.ts';
import { sweepInvitations } from './invitation-service.ts';

const HOURLY = '27 * * * *';

export function teamJobs(platform: Platform): void {
  platform.jobs.every('invitation-sweep', HOURLY, () => sweepInvitations(platform));
}
