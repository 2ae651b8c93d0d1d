import type { Platform } from '../../platform/platform.ts';
import { closeOver } from './due-repository.ts';
import { overBefore } from './rules.ts';
import { isAnyDue, planReminders, sendReminders } from './sending-service.ts';

const HOURLY = '43 * * * *';

export function reminderJobs(platform: Platform): void {
  platform.jobs.every('reminder-sweep', HOURLY, () => sweepReminders(platform));
}

/** Gives up what is over, so that rounds need not look at it. */
export const sweepReminders = ({ db, clock }: Platform): Promise<void> => closeOver(db, overBefore(clock()));

/** Plans and sends what is due; one query where nothing is. */
export async function pollReminders(platform: Platform, leaving?: AbortSignal): Promise<void> {
  if (!(await isAnyDue(platform))) return;
  await planReminders(platform, leaving);
  await sendReminders(platform, leaving);
}
