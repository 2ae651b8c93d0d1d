import type { Platform } from '../../platform/platform.ts';
import { dropPast } from './due-repository.ts';
import { droppedBefore } from './rules.ts';
import { isAnyDue, planReminders, sendReminders } from './sending-service.ts';

const HOURLY = '43 * * * *';

export function reminderJobs(platform: Platform): void {
  platform.jobs.every('reminder-sweep', HOURLY, () => sweepReminders(platform));
}

/** Drops reminders of past activities, so that polling does not read them. */
export const sweepReminders = ({ db, clock }: Platform): Promise<void> =>
  dropPast(db, droppedBefore(clock()));

/** Plans and sends due reminders; one query if there are none. */
export async function pollReminders(platform: Platform, signal?: AbortSignal): Promise<void> {
  if (!(await isAnyDue(platform))) return;
  await planReminders(platform, signal);
  await sendReminders(platform, signal);
}
