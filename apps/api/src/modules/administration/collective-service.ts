import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CollectiveChange, changeCollective } from '../collectives/review-service.ts';
import { UNKNOWN_COLLECTIVE } from '../collectives/service.ts';
import { recordAction } from './audit-repository.ts';
import type { CollectiveAction } from './schema.ts';

/** Verifies a collective, or takes the verification back. Rejects with 404 if there is none. */
export const verifyCollective = (platform: Platform, actorId: string, id: string, isVerified: boolean) =>
  change(platform, actorId, id, { isVerified }, isVerified ? 'collective.verify' : 'collective.unverify');

/** Activates a collective, also a held one, or deactivates it. Rejects with 404 if there is none. */
export const changeCollectiveStatus = (platform: Platform, actorId: string, id: string, isActive: boolean) =>
  change(
    platform,
    actorId,
    id,
    { status: isActive ? 'active' : 'inactive' },
    isActive ? 'collective.activate' : 'collective.deactivate',
  );

function change(
  platform: Platform,
  actorId: string,
  id: string,
  values: CollectiveChange,
  action: CollectiveAction,
) {
  const at = platform.clock();
  return platform.db.transaction(async tx => {
    const row = await changeCollective(platform, tx, id, values, actorId);
    if (row === null) throw notFound(UNKNOWN_COLLECTIVE);
    await recordAction(tx, { actorId, at, action, targetType: 'collective', targetId: id });
    return row;
  });
}
