import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReminderDue } from '../reminders/events.ts';
import { notify } from './delivery-service.ts';

/** Subscriber of `reminderDue`. */
export const notifyReminders = (
  platform: Platform,
  tx: Transaction,
  reminders: readonly ReminderDue[],
): Promise<void> =>
  notify(
    platform,
    tx,
    reminders.map(({ userId, email, activityId, organiserId, title, text, emailId, composeEmail }) => ({
      type: 'reminder',
      userId,
      email,
      title,
      text,
      taskId: activityId,
      emailId,
      composeEmail,
      mail: { kind: 'reminderEmail', cause: { accountId: organiserId } },
    })),
  );
