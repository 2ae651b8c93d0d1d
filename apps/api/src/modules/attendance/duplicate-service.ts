import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertLinks } from './link-repository.ts';
import { duplicateEmail } from './mails.tsx';
import type { PendingConfirmation } from './prepare-service.ts';
import { type AttendedActivity, claimDuplicateNotice } from './repository.ts';

/**
 * The 409 reveals that an address is on the list, so a stranger's attempt is told to the address, at most once a day (decision
 * 0021). Skips the organiser, the account itself and the browser that confirmed.
 */
export async function notifyDuplicate(
  platform: Platform,
  tx: Transaction,
  { attendance: { email, proofHash, createdAt }, isOrganiser, link, cause }: PendingConfirmation,
  { id: activityId, title }: AttendedActivity,
): Promise<void> {
  if (isOrganiser || link === null || email === null) return;
  const existing = await claimDuplicateNotice(tx, { activityId, email, proofHash }, createdAt);
  if (existing === null) return;
  const personalUrl = existing.userId === null ? link.url : null;
  if (personalUrl !== null) {
    await insertLinks(tx, [{ tokenHash: link.tokenHash, attendanceId: existing.id, email, createdAt }]);
  }
  await platform.mailer.send(tx, await duplicateEmail(email, { title }, personalUrl), {
    ...{ kind: 'duplicateEmail', cause, activityId },
  });
}
