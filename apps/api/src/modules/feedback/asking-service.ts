import type { Transaction } from '../../platform/database/connection.ts';
import { type Batch, processBatches } from '../../platform/jobs/due-work.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  claimParties,
  endedActivity,
  endedWithUnasked,
  FEEDBACK,
} from '../attendance/hours/asking-service.ts';
import { createPersonalLinks } from '../attendance/links/service.ts';
import { notify } from '../notifications/delivery/service.ts';
import { feedbackEmail } from './mails.tsx';
import { endsToAsk, isAskingTime } from './rules.ts';

/** As many activities are handled in one poll; the others follow within seconds. */
const ACTIVITIES = 200;
const BATCH_SIZE = 50;

/**
 * Asks those who came to activities that ended yesterday for feedback; one query if there are none. One transaction marks a batch of
 * parties and notifies them, so that any number of processes ask each party once, even if one is killed.
 */
export async function pollFeedback(platform: Platform, signal?: AbortSignal): Promise<void> {
  const now = platform.clock();
  for (const { id, endsAt } of await endedWithUnasked(platform, endsToAsk(now), ACTIVITIES)) {
    // Those that ended later are not due either.
    if (!isAskingTime(endsAt, now, platform.settings.timeZone)) return;
    await processBatches(
      platform,
      { task: FEEDBACK, size: BATCH_SIZE, within: id },
      (tx, batch) => askParties(platform, tx, id, batch),
      signal,
    );
  }
}

/** Asks some of the parties of an activity; true: there may be others. */
async function askParties(
  platform: Platform,
  tx: Transaction,
  activityId: string,
  { limit, taking }: Batch,
): Promise<boolean> {
  const now = platform.clock();
  const activity = await endedActivity(platform, tx, activityId, endsToAsk(now));
  if (activity === null || !isAskingTime(activity.endsAt, now, platform.settings.timeZone)) return false;
  const asked = await claimParties(platform, tx, activityId, limit);
  if (asked.length > 0) taking(asked.map(({ id }) => id));
  const visitors = asked.flatMap(({ id, userId, email }) =>
    userId === null && email !== null ? { id, email } : [],
  );
  const links = await createPersonalLinks(platform, tx, visitors);
  await notify(
    platform,
    tx,
    asked.flatMap(({ id, userId, email, name }) => {
      if (email === null) return [];
      const recipient = { name: name ?? '', email, personalUrl: links.get(id) ?? null };
      return {
        type: 'message' as const,
        userId,
        email,
        title: '¿Cómo te fue?',
        text: `Cuéntanos cómo estuvo «${activity.title}». Quien organiza no ve tu nombre.`,
        taskId: activityId,
        composeEmail: (unsubscribeUrl: string) =>
          feedbackEmail(recipient, activity, unsubscribeUrl, platform),
        mail: { kind: 'feedbackEmail', cause: 'site' } as const,
      };
    }),
    { isBulk: true },
  );
  return asked.length === limit;
}
