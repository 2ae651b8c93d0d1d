import { changeNotifications } from '../src/modules/notifications/announcements/service.ts';
import {
  approvalNotifications,
  rejectionNotifications,
} from '../src/modules/notifications/decisions/service.ts';
import { pollNotifications as pollTask } from '../src/modules/notifications/jobs.ts';
import { processDue } from '../src/platform/due-work/due-work.ts';
import type { Platform } from '../src/platform/platform.ts';

/** Sends the due notifications, those of decisions and changes first, as the poller of a process does. */
export async function pollNotifications(platform: Platform, signal?: AbortSignal): Promise<void> {
  await processDue(platform, [approvalNotifications, rejectionNotifications, changeNotifications], signal);
  await pollTask(platform, signal);
}
