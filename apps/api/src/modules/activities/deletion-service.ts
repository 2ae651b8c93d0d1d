import type { ActivityStatus } from '@minga/contract/activities';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CollectiveDeleting } from '../collectives/events.ts';
import { deleteActivities, detachFromCollective, lockByOwner } from './deletion-repository.ts';
import { lockActivities } from './moderation-repository.ts';
import { publicStatuses } from './policy.ts';

type Parts = Pick<Platform, 'events' | 'images' | 'settings' | 'clock'>;

interface Locked {
  readonly id: string;
  readonly date: Date;
  readonly endsAt: Date;
  readonly status: ActivityStatus;
}

/** Deletes activities that the transaction has locked, with their attendances, reminders and images. */
export async function deleteLockedActivities(
  { events, images, settings, clock }: Parts,
  tx: Transaction,
  locked: readonly Locked[],
): Promise<void> {
  if (locked.length === 0) return;
  const statuses = publicStatuses(settings.moderation);
  await events.publish(
    tx,
    'activityDeleting',
    locked.map(({ id, date, endsAt, status }) => ({ id, date, endsAt, isPublic: statuses.includes(status) })),
  );
  const ids = locked.map(({ id }) => id);
  await images.discard(tx, await deleteActivities(tx, ids, statuses, clock()));
}

/** Deletes those of the activities that exist; what their owners are told of them. */
export async function deleteMany(
  parts: Parts,
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; title: string; ownerId: string; seriesId: string | null }[]> {
  const locked = await lockActivities(tx, ids);
  await deleteLockedActivities(parts, tx, locked);
  return locked.map(({ id, title, ownerId, seriesId }) => ({ id, title, ownerId, seriesId }));
}

/** Subscriber of `accountDeleting`. */
export async function deleteActivitiesOfAccounts(
  parts: Parts,
  tx: Transaction,
  accounts: readonly { readonly id: string }[],
): Promise<void> {
  for (const { id } of accounts) await deleteLockedActivities(parts, tx, await lockByOwner(tx, id));
}

/** Subscriber of `collectiveDeleting`: its activities stay their authors'. */
export async function detachActivities(
  tx: Transaction,
  collectives: readonly CollectiveDeleting[],
): Promise<void> {
  for (const { id } of collectives) await detachFromCollective(tx, id);
}
