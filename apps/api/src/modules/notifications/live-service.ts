import { NOTIFICATIONS_MAX } from '@minga/contract/notifications';
import { z } from 'zod';
import type { LiveStore } from '../../platform/live/relay.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentLive } from './presenter.ts';
import { deliver, type NotificationRow, publishListChange, takeUndelivered } from './repository.ts';

const eventData = z.object({ notificationId: z.uuid() });

/** Reads for the live connections the notification that an event names, and those that were missed. */
export function storedNotifications({ db, clock }: Pick<Platform, 'db' | 'clock'>): LiveStore {
  return {
    async read(user, event, data) {
      if (event !== 'nueva_notificacion') return data;
      const { notificationId } = eventData.parse(data);
      const row = await deliver(db, user, notificationId, clock());
      return row && presentLive(row);
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
        data: presentLive(row),
      }));
    },
  };
}

/** At most as many per account as the bell shows. */
function newestOfEach(rows: readonly NotificationRow[]): NotificationRow[] {
  const remaining = new Map<string, number>();
  for (const { userId } of rows) remaining.set(userId, (remaining.get(userId) ?? 0) + 1);
  return rows.filter(({ userId }) => {
    const count = remaining.get(userId) ?? 0;
    remaining.set(userId, count - 1);
    return count <= NOTIFICATIONS_MAX;
  });
}
