import type { Platform } from '../../platform/platform.ts';
import { sweepDeliveries } from './delivery-service.ts';

const HOURLY = '37 * * * *';

export function webhookJobs(platform: Platform): void {
  platform.jobs.every('webhook-sweep', HOURLY, () => sweepDeliveries(platform));
}
