import {
  type NotificationPreferences,
  notificationKinds,
  type PreferencesChange,
} from '@minga/contract/notification-settings';
import { NOTIFICATIONS_MAX } from '@minga/contract/notifications';
import { z } from 'zod';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/queries.ts';
import { notFound } from '../../platform/errors.ts';
import type { LiveStore } from '../../platform/live/relay.ts';
import type { Platform } from '../../platform/platform.ts';
import { fillText } from '../../platform/site/site-text.ts';
import type { AccountDeleting, EmailChanging } from '../accounts/events.ts';
import { deletePendingOf } from './announcements/repository.ts';
import {
  deleteUnsubscription,
  preferencesOf,
  unsubscribedKinds,
  upsertPreference,
} from './preferences/repository.ts';
import { presentLive, presentNotification, presentPreferences } from './presenter.ts';
import {
  countUnread,
  deleteAbout,
  deliver,
  listAllOf,
  listInBell,
  markRead,
  moveAbout,
  type NotificationRow,
  type NotificationSelector,
  publishListChange,
  removeOf,
  takeUndelivered,
} from './repository.ts';
import { listedSince } from './rules.ts';

/** The notifications in an account's bell. */
export const ownNotifications = (
  { db, clock }: Platform,
  userId: string,
  paging: Paging,
): Promise<{ rows: NotificationRow[]; total: number }> =>
  listInBell(db, userId, listedSince(clock()), paging);

/** The number of unread notifications in the bell, including those beyond the listed ones. */
export const unreadNotifications = ({ db, clock }: Platform, userId: string): Promise<number> =>
  countUnread(db, userId, listedSince(clock()));

/** Marks notifications as read on all open screens. Marks all of them if `marked` is empty. */
export const readNotifications = (
  { db, clock }: Platform,
  userId: string,
  marked: NotificationSelector,
): Promise<void> =>
  db.transaction(async tx => {
    if (await markRead(tx, userId, marked, clock())) await publishListChange(tx, [userId]);
  });

export const removeNotification = ({ db }: Platform, userId: string, id: string): Promise<void> =>
  db.transaction(async tx => {
    if (!(await removeOf(tx, userId, { ids: [id] }))) throw notFound('Aviso no encontrado');
    await publishListChange(tx, [userId]);
  });

export const clearNotifications = (
  { db }: Platform,
  userId: string,
  marked: NotificationSelector,
): Promise<void> =>
  db.transaction(async tx => {
    if (await removeOf(tx, userId, marked)) await publishListChange(tx, [userId]);
  });

export const ownPreferences = async (
  { db }: Pick<Platform, 'db'>,
  userId: string,
): Promise<NotificationPreferences> =>
  presentPreferences(await preferencesOf(db, userId), await unsubscribedKinds(db, userId));

export async function changePreferences(
  { db }: Platform,
  userId: string,
  preferences: PreferencesChange,
): Promise<NotificationPreferences> {
  await db.transaction(async tx => {
    for (const kind of notificationKinds) {
      const channels = preferences[kind];
      if (channels === undefined) continue;
      const { email, live } = channels;
      await upsertPreference(tx, { userId, kind, byEmail: email, isLive: live });
      if (email) await deleteUnsubscription(tx, userId, kind);
    }
  });
  return ownPreferences({ db }, userId);
}

/** All notifications of an account, for its data download. */
export async function allNotifications(platform: Platform, userId: string) {
  const rows = await listAllOf(platform.db, userId);
  return rows.map(presentNotification);
}

/**
 * Subscriber of `accountDeleting`: deletes the account's pending announcements and digest entries, and the notifications that name it.
 * Foreign keys delete the rest.
 */
export async function deletePendingAnnouncements(
  tx: Transaction,
  accounts: readonly AccountDeleting[],
): Promise<void> {
  for (const { id, email } of accounts) {
    await deletePendingOf(tx, id, email);
    await deleteAbout(tx, email);
  }
}

/** Subscriber of `emailChanging`: updates the notifications that name the account. */
export async function moveNotificationsAbout(
  tx: Transaction,
  changes: readonly EmailChanging[],
): Promise<void> {
  for (const { userId, email } of changes) await moveAbout(tx, userId, email);
}

const eventData = z.object({ notificationId: z.uuid() });

/** The source of notifications for live connections: the one that an event names, and those that were missed. */
export function storedNotifications({ db, clock, site }: Pick<Platform, 'db' | 'clock' | 'site'>): LiveStore {
  const present = (row: NotificationRow) => {
    const { title, message, ...shown } = presentLive(row);
    const fill = (text: string) => fillText(text, site.current());
    return { ...shown, title: fill(title), message: fill(message) };
  };
  return {
    async read(user, event, data) {
      if (event !== 'nueva_notificacion') return data;
      const { notificationId } = eventData.parse(data);
      const row = await deliver(db, user, notificationId, clock());
      return row && present(row);
    },
    async claimMissed(users) {
      const rows = await db.transaction(async tx => {
        const taken = await takeUndelivered(tx, users, clock());
        // Other open screens of the same accounts refetch their list.
        if (taken.length > 0) await publishListChange(tx, [...new Set(taken.map(({ userId }) => userId))]);
        return taken;
      });
      return newestOfEach(rows).map(row => ({
        user: row.userId,
        event: 'nueva_notificacion',
        data: present(row),
      }));
    },
  };
}

/** Limits the notifications of each account to the number that the bell shows. */
function newestOfEach(rows: readonly NotificationRow[]): NotificationRow[] {
  const remaining = new Map<string, number>();
  for (const { userId } of rows) remaining.set(userId, (remaining.get(userId) ?? 0) + 1);
  return rows.filter(({ userId }) => {
    const count = remaining.get(userId) ?? 0;
    remaining.set(userId, count - 1);
    return count <= NOTIFICATIONS_MAX;
  });
}
