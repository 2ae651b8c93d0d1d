import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import { closeChanges } from './change-service.ts';
import { sendDigests } from './digest-service.ts';
import { fanOut } from './fan-out-service.ts';
import { deleteToldNews, hasWork } from './news-repository.ts';
import { deleteOlder } from './repository.ts';
import { lastDigestBefore, oldestKept, oldestLink, shownSince } from './rules.ts';
import { deleteOlderLinks } from './unsubscribe-repository.ts';

const HOURLY = '41 * * * *';

export function notificationJobs(platform: Platform): void {
  platform.jobs.every('notification-sweep', HOURLY, () => sweepNotifications(platform));
}

/** Sends what is due; one query if nothing is. */
export async function pollNotifications(platform: Platform, leaving?: AbortSignal): Promise<void> {
  const { db, clock, settings } = platform;
  const now = clock();
  if (!(await hasWork(db, publicStatuses(settings.moderation), lastDigestBefore(now), now))) return;
  await sendDigests(platform, leaving);
  await closeChanges(platform, leaving);
  await fanOut(platform, leaving);
}

/** Deletes expired notifications, links and sent news. */
export async function sweepNotifications({ db, clock }: Platform): Promise<void> {
  const now = clock();
  await deleteOlder(db, oldestKept(now), shownSince(now));
  await deleteOlderLinks(db, oldestLink(now));
  await deleteToldNews(db);
}
