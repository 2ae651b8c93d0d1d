import type { HeldDecision } from '@minga/contract/administration/held';
import type { Paging } from '../../platform/database/queries.ts';
import { AppError, conflict, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  decideMany,
  lockDecided,
  lockDecidedGroup,
  lockHeldGroup,
} from '../activities/moderation/service.ts';
import { changeCollective, lockReviewed } from '../collectives/review-service.ts';
import { notifyCollectiveDecision } from '../notifications/decisions/service.ts';
import { withdrawApproval, withdrawRejection } from './moderation-service.ts';
import { findHeld, findLast, type HeldRow, listHeld, recordAction } from './repository.ts';

const DECIDED = 'Otra persona ya decidió esto, o quien lo publicó lo quitó de revisión';

/** A page of the publications that are pending a review. With prior moderation, these include every pending activity. */
export const heldPage = ({ db, settings }: Platform, paging: Paging) =>
  listHeld(db, settings.moderation === 'prior', paging);

/**
 * Approves or rejects a publication that is pending a review, with the same effects as in the list of its kind. The owners of a
 * collective are notified immediately, and the owner of an activity when the decision can no longer be undone. Returns the
 * publication. Throws 404 if it is unknown, and 409 if it is no longer pending.
 */
export const decideHeld = (
  platform: Platform,
  actorId: string,
  target: Pick<HeldRow, 'type' | 'id'>,
  decision: HeldDecision,
): Promise<HeldRow> =>
  target.type === 'collective'
    ? decideCollective(platform, actorId, target.id, decision)
    : decideActivity(platform, actorId, target, decision);

async function decideActivity(
  platform: Platform,
  actorId: string,
  { type, id }: Pick<HeldRow, 'type' | 'id'>,
  { decision, reason = '' }: HeldDecision,
): Promise<HeldRow> {
  const at = platform.clock();
  return platform.db.transaction(async tx => {
    const group = await lockHeldGroup(tx, id);
    const activity = group.find(one => one.id === id.toLowerCase()) ?? null;
    const row = await findHeld(tx, type, id);
    if (activity === null || row === null) throw notFound('Esa publicación no existe');
    const { status } = activity;
    const isPrior = platform.settings.moderation === 'prior';
    if (status !== 'held' && !(isPrior && status === 'pending')) throw new AppError(409, 'DECIDED', DECIDED);
    await decideMany(
      platform,
      tx,
      group.map(one => one.id),
      decision === 'approve'
        ? { status: 'approved' }
        : { status: 'rejected', reason, currentStatus: 'pending' },
    );
    await recordAction(tx, {
      actorId,
      at,
      action: `activity.${decision}`,
      targetType: 'activity',
      targetId: id,
      ...(decision === 'reject' && { details: { reason } }),
    });
    return row;
  });
}

const NOT_YOURS = 'Solo puedes deshacer lo que tú acabas de decidir';

/**
 * Undoes the actor's own decision about an activity or its memory, which waits for a review again. The decisions of others are not
 * undone here, because a superadmin decides nothing but what waits. Throws 404 if the activity is unknown, and 409 if the last
 * decision is not the actor's or its owner has already been notified of it.
 */
export async function undoHeld(
  platform: Platform,
  actorId: string,
  { type, id }: Pick<HeldRow, 'type' | 'id'>,
): Promise<HeldRow> {
  return platform.db.transaction(async tx => {
    const activity = await lockDecided(tx, id);
    if (activity === null) throw notFound('Esa publicación no existe');
    const isApproved = activity.status === 'approved';
    const last = await findLast(tx, isApproved ? 'activity.approve' : 'activity.reject', id);
    if (last?.actorId !== actorId) throw conflict(NOT_YOURS);
    const withdraw = isApproved ? withdrawApproval : withdrawRejection;
    for (const one of await lockDecidedGroup(tx, id)) await withdraw(platform, tx, actorId, one, 'one');
    const row = await findHeld(tx, type, id);
    if (row === null) throw notFound('Esa publicación no existe');
    return row;
  });
}

async function decideCollective(
  platform: Platform,
  actorId: string,
  id: string,
  { decision, reason = '' }: HeldDecision,
): Promise<HeldRow> {
  const at = platform.clock();
  return platform.db.transaction(async tx => {
    const collective = await lockReviewed(tx, id);
    const row = await findHeld(tx, 'collective', id);
    if (collective === null || row === null) throw notFound('Ese colectivo no existe');
    if (collective.status !== 'held') throw new AppError(409, 'DECIDED', DECIDED);
    const isApproved = decision === 'approve';
    await changeCollective(platform, tx, id, { status: isApproved ? 'active' : 'inactive' }, actorId);
    await recordAction(tx, {
      actorId,
      at,
      targetType: 'collective',
      targetId: id,
      action: isApproved ? 'collective.activate' : 'collective.deactivate',
      ...(!isApproved && { details: { reason } }),
    });
    await notifyCollectiveDecision(platform, tx, collective, isApproved ? null : reason);
    return row;
  });
}
