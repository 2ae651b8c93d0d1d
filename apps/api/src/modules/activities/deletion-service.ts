import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CollectiveDeleting } from '../collectives/events.ts';
import { deleteActivities, detachFromCollective, lockByOwner } from './deletion-repository.ts';
import { lockActivities } from './moderation-repository.ts';
import { isPublic, publicStatuses, type StoredStatus } from './policy.ts';
import { restoreUnannounced } from './rejection-service.ts';

type Parts = Pick<Platform, 'events' | 'images' | 'settings' | 'clock'>;

interface Locked {
  readonly id: string;
  readonly date: Date;
  readonly endsAt: Date;
  readonly status: StoredStatus;
}

/** Deletes activities that the transaction has locked, with their attendances, reminders and images. */
export async function deleteLockedActivities(
  { events, images, settings, clock }: Parts,
  tx: Transaction,
  given: readonly Locked[],
): Promise<void> {
  if (given.length === 0) return;
  const locked = await restoreUnannounced(tx, given);
  const statuses = publicStatuses(settings.moderation);
  await events.publish(
    tx,
    'activityDeleting',
    locked.map(({ status, id, date, endsAt }) => ({
      ...{ id, date, endsAt },
      isPublic: isPublic(status, settings.moderation),
      isHeld: status === 'held',
    })),
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
