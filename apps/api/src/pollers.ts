import { deactivationEmails, removalEmails } from './modules/accounts/managed/notice-service.ts';
import { searchRebuild } from './modules/activities/search/service.ts';
import { factorResets } from './modules/administration/account-service.ts';
import { pollReconfirmations } from './modules/attendance/places/reconfirmation-service.ts';
import { pollOffers } from './modules/attendance/places/service.ts';
import { pollCalendars } from './modules/calendars/polling-service.ts';
import { pollDeliveries } from './modules/federation/delivery/service.ts';
import { catchUp, federationHandlers } from './modules/federation/objects/service.ts';
import { pollFeedback } from './modules/feedback/service.ts';
import { changeNotifications } from './modules/notifications/announcements/service.ts';
import { approvalNotifications, rejectionNotifications } from './modules/notifications/decisions/service.ts';
import { followerDigests, followerNews } from './modules/notifications/followers/service.ts';
import { pollNotifications } from './modules/notifications/jobs.ts';
import { pollPushes } from './modules/push/delivery-service.ts';
import { reminders } from './modules/reminders/sending-service.ts';
import { reportEffects } from './modules/reports/effect-service.ts';
import { pollWebhooks } from './modules/webhooks/delivery-service.ts';
import {
  type DueHandler,
  processDue,
  releaseGivenUp as releaseDueWork,
} from './platform/due-work/due-work.ts';
import { createPoller, type Poller, type PollTask } from './platform/jobs/polling.ts';
import { deleteOldFailures, releaseGivenUp } from './platform/jobs/postponed-work.ts';
import type { Platform } from './platform/platform.ts';

/** The handlers of due work by the polling task that runs them, in the order in which a poll runs them. */
export const dueHandlers = {
  dueWork: [
    factorResets,
    deactivationEmails,
    removalEmails,
    reportEffects,
    approvalNotifications,
    rejectionNotifications,
    changeNotifications,
    reminders,
  ],
  followers: [followerNews, followerDigests],
  federation: federationHandlers,
} satisfies Record<string, readonly DueHandler[]>;

/** The polling tasks of every process, by name. */
export const pollingTasks = (platform: Platform) =>
  ({
    // Runs before the notifications, which send what decisions and changes have gathered.
    dueWork: signal => processDue(platform, dueHandlers.dueWork, signal),
    offers: signal => pollOffers(platform, signal),
    reconfirmations: signal => pollReconfirmations(platform, signal),
    notifications: signal => pollNotifications(platform, signal),
    feedback: signal => pollFeedback(platform, signal),
    heldEmails: signal => platform.mailer.sendHeld(signal, platform.log),
    followers: signal => processDue(platform, dueHandlers.followers, signal),
    pushes: signal => pollPushes(platform, signal),
    webhooks: signal => pollWebhooks(platform, signal),
    calendars: signal => pollCalendars(platform, signal),
    federation: signal => processDue(platform, dueHandlers.federation, signal),
    deliveries: signal => pollDeliveries(platform, signal),
  }) satisfies Record<string, PollTask>;

const HOURLY = '53 * * * *';

/** Creates the pollers and registers the job that deletes old failures of tasks. */
export function createPollers(platform: Platform): Poller {
  const { db, clock, jobs, log } = platform;
  jobs.every('postponed-sweep', HOURLY, () => deleteOldFailures(db, clock()));
  const { followers, pushes, webhooks, calendars, federation, deliveries, ...others } =
    pollingTasks(platform);
  const pollers = [
    createPoller(others, platform),
    // The search index has a poller of its own, since 100,000 activities take minutes.
    createPoller({ searchRebuild: searchRebuild(platform) }, platform),
    // The servers of calendars may respond slowly.
    createPoller({ calendars }, platform),
    // Notifications of 10,000 followers must not delay other notifications, so they have a poller of their own.
    createPoller({ followers }, platform),
    ...(platform.settings.isFederating ? [createPoller({ federation }, platform)] : []),
    // Pushes and webhooks have pollers of their own too, since push services and the servers of webhooks may respond slowly.
    ...(platform.isHoldingDeliveries
      ? []
      : [
          createPoller({ pushes }, platform),
          createPoller({ webhooks }, platform),
          ...(platform.settings.isFederating ? [createPoller({ deliveries }, platform)] : []),
        ]),
  ];
  return {
    start: () => {
      Promise.all([releaseDueWork(db, clock()), releaseGivenUp(db, clock())]).catch(error =>
        log.warn({ err: error }, 'What was given up could not be released'),
      );
      if (platform.settings.isFederating)
        catchUp(platform).catch(error => log.warn({ err: error }, 'Federation could not catch up'));
      for (const each of pollers) each.start();
    },
    stop: async () => {
      await Promise.all(pollers.map(each => each.stop()));
    },
  };
}
