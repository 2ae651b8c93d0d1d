import { pollFactorResets } from './modules/administration/factor-reset-service.ts';
import { pollOffers } from './modules/attendance/offer-service.ts';
import { pollReconfirmations } from './modules/attendance/reconfirm-service.ts';
import { pollFeedback } from './modules/feedback/asking-service.ts';
import { pollFollowers } from './modules/notifications/follower-service.ts';
import { pollNotifications } from './modules/notifications/jobs.ts';
import { pollPushes } from './modules/push/delivery-service.ts';
import { pollReminders } from './modules/reminders/jobs.ts';
import { pollDecisions } from './modules/reports/effect-service.ts';
import { pollWebhooks } from './modules/webhooks/delivery-service.ts';
import { createPoller, type Poller, type PollTask } from './platform/jobs/poller.ts';
import type { Platform } from './platform/platform.ts';

/** The due work of every process. */
export function createPollers(platform: Platform): Poller {
  const poller = (tasks: Record<string, PollTask>) => createPoller(tasks, platform);
  const pollers = [
    poller({
      offers: signal => pollOffers(platform, signal),
      reconfirmations: signal => pollReconfirmations(platform, signal),
      reminders: signal => pollReminders(platform, signal),
      notifications: signal => pollNotifications(platform, signal),
      feedback: signal => pollFeedback(platform, signal),
      decisions: signal => pollDecisions(platform, signal),
      factorResets: signal => pollFactorResets(platform, signal),
    }),
    // A poller of its own: news for 10,000 followers must not delay other notifications.
    poller({ followers: signal => pollFollowers(platform, signal) }),
    // Of their own too: push services and the servers of webhooks respond slowly.
    poller({ pushes: signal => pollPushes(platform, signal) }),
    poller({ webhooks: signal => pollWebhooks(platform, signal) }),
  ];
  return {
    start: () => {
      for (const each of pollers) each.start();
    },
    stop: async () => {
      await Promise.all(pollers.map(each => each.stop()));
    },
  };
}
