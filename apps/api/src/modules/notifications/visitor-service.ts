import type { Transaction } from '../../platform/database/connection.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { VisitorErasing } from '../attendance/events.ts';
import { deleteNaming, deletePending } from './visitor-repository.ts';

/** Subscriber of `visitorErasing`: deletes what names the people, and what they were about to be sent. */
export async function eraseNotificationsAbout(
  tx: Transaction,
  erasing: readonly VisitorErasing[],
): Promise<void> {
  await deleteNaming(
    tx,
    erasing.flatMap(({ id, activityId, email, isLast }) => [
      // The attendance may have been without an address before.
      { hash: hashToken(id), activityId },
      ...(email === null ? [] : [{ hash: hashToken(email), activityId: isLast ? null : activityId }]),
    ]),
  );
  await deletePending(
    tx,
    erasing.map(({ id }) => id),
    erasing.flatMap(({ email, isLast }) => (isLast && email !== null ? [email] : [])),
  );
}
