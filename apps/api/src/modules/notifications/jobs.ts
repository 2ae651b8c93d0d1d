import type { Platform } from '../../platform/platform.ts';
import { fanOut } from './announcements/fan-out-service.ts';
import { deleteSentAnnouncements, hasWork } from './announcements/repository.ts';
import { sendDigests } from './delivery/digest-service.ts';
import { deleteOlderLinks } from './preferences/repository.ts';
import { deleteOlder } from './repository.ts';
import { digestAllowedBefore, linksValidSince, listedSince, retainedSince } from './rules.ts';

const HOURLY = '41 * * * *';

export function notificationJobs(platform: Platform): void {
  platform.jobs.every('notification-sweep', HOURLY, () => sweepNotifications(platform));
}

/** Sends everything that is due. Executes a single query if nothing is. */
export async function pollNotifications(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { db, clock } = platform;
  const now = clock();
  if (!(await hasWork(db, digestAllowedBefore(now), now))) return;
  await sendDigests(platform, signal);
  await fanOut(platform, signal);
}

/** Deletes expired notifications, links and sent announcements. */
export async function sweepNotifications({ db, clock }: Platform): Promise<void> {
  const now = clock();
  await deleteOlder(db, retainedSince(now), listedSince(now));
  await deleteOlderLinks(db, linksValidSince(now));
  await deleteSentAnnouncements(db);
}
