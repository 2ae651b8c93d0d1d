import type { LiveNotification } from '@minga/contract/live';
import {
  type Notification,
  type NotificationKind,
  type NotificationPreferences,
  notificationKinds,
} from '@minga/contract/notifications';
import type { PreferenceRow } from './preference-repository.ts';
import type { NotificationRow } from './repository.ts';

/** As it comes over the live connection. */
export const presentLive = ({
  id,
  title,
  message,
  type,
  taskId,
  createdAt,
}: NotificationRow): LiveNotification => ({
  id,
  title,
  message,
  type,
  taskId,
  timestamp: createdAt.toISOString(),
});

export const presentNotification = ({
  id,
  title,
  message,
  type,
  taskId,
  createdAt,
  readAt,
}: NotificationRow): Notification => ({
  id,
  title,
  message,
  type,
  taskId,
  timestamp: createdAt.toISOString(),
  read: readAt !== null,
});

/** What was never chosen is told in both ways; what the address refused as a visitor's, not by e-mail. */
export function presentPreferences(
  rows: readonly PreferenceRow[],
  refused: readonly NotificationKind[],
): NotificationPreferences {
  const chosen = new Map(rows.map(row => [row.kind, row]));
  const entries = notificationKinds.map(kind => {
    const { byEmail, isLive } = chosen.get(kind) ?? { byEmail: true, isLive: true };
    return [kind, { email: byEmail && !refused.includes(kind), live: isLive }];
  });
  return Object.fromEntries(entries) as NotificationPreferences;
}
