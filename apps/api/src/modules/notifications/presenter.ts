import type { LiveNotification } from '@minga/contract/live';
import {
  type NotificationKind,
  type NotificationPreferences,
  notificationKinds,
} from '@minga/contract/notification-settings';
import type { Notification } from '@minga/contract/notifications';
import type { PreferenceRow } from './preferences/repository.ts';
import type { NotificationRow } from './repository.ts';

const shown = ({ id, title, message, type, taskId, createdAt }: NotificationRow) => ({
  id,
  title,
  message,
  type,
  taskId,
  timestamp: createdAt.toISOString(),
});

/** Presents a notification for the live connection. */
export const presentLive = (row: NotificationRow): LiveNotification => shown(row);

export const presentNotification = (row: NotificationRow): Notification => ({
  ...shown(row),
  read: row.readAt !== null,
});

/** Both channels are enabled by default. An unsubscription of the account's address as a visitor disables e-mails. */
export function presentPreferences(
  rows: readonly PreferenceRow[],
  unsubscribed: readonly NotificationKind[],
): NotificationPreferences {
  const chosen = new Map(rows.map(row => [row.kind, row]));
  const entries = notificationKinds.map(kind => {
    const { byEmail, isLive } = chosen.get(kind) ?? { byEmail: true, isLive: true };
    return [kind, { email: byEmail && !unsubscribed.includes(kind), live: isLive }];
  });
  return Object.fromEntries(entries) as NotificationPreferences;
}
