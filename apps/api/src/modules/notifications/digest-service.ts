import type { Platform } from '../../platform/platform.ts';
import { countAttendees } from '../attendance/service.ts';
import { findOwned, lockOwner } from './announcement-repository.ts';
import { notify } from './delivery-service.ts';
import { digestsDue, takeDigest } from './digest-repository.ts';
import { digestEmail } from './mails.tsx';
import { digestAllowedBefore, netAttendanceChanges } from './rules.ts';

const BATCH_SIZE = 50;

/** E-mails owners about confirmations and cancellations: at most one e-mail per activity in ten minutes. */
export async function sendDigests(platform: Platform, signal?: AbortSignal): Promise<void> {
  const now = platform.clock();
  for (const activityId of await digestsDue(platform.db, digestAllowedBefore(now), now, BATCH_SIZE)) {
    if (signal?.aborted === true) return;
    await sendDigest(platform, activityId, now);
  }
}

const sendDigest = (platform: Platform, activityId: string, now: Date): Promise<void> =>
  platform.db.transaction(async tx => {
    await lockOwner(tx, activityId);
    const entries = netAttendanceChanges(await takeDigest(tx, activityId, digestAllowedBefore(now), now));
    const facts = entries.length === 0 ? null : await findOwned(tx, activityId);
    if (facts === null) return;
    const { owner } = facts;
    const attendeeCount = await countAttendees(tx, activityId);
    await notify(platform, tx, [
      {
        type: 'attendance',
        userId: owner.id,
        email: owner.email,
        title: '',
        text: '',
        taskId: activityId,
        composeEmail: url => digestEmail(facts, entries, attendeeCount, url, platform),
        // The bell already has one notification for each.
        isLive: false,
      },
    ]);
  });
