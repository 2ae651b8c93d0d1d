import { forbidden, notFound } from '../../platform/errors.ts';
import { processEach } from '../../platform/jobs/due-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { dueResets, finishReset, lockAccountOf, startReset } from '../accounts/factors/service.ts';
import type { UserRow } from '../accounts/repository.ts';
import { recordAction } from './audit-repository.ts';

/**
 * Starts the removal of an account's second factors, which its owner can cancel for 24 hours. Repeated, it changes nothing.
 * Throws 403 for the own account, 404 for an unknown address, 409 for an account without a second factor.
 */
export const startFactorReset = (
  platform: Platform,
  actorId: string,
  email: string,
): Promise<{ user: UserRow; dueAt: Date }> =>
  platform.db.transaction(async tx => {
    const user = await lockAccountOf(tx, email);
    if (user === null) throw notFound('No hay una cuenta con ese correo');
    if (user.id === actorId) throw forbidden('No puedes hacer esto con tu propia cuenta');
    const { dueAt, isNew } = await startReset(platform, tx, user, actorId);
    if (isNew) {
      const about = { targetType: 'account', actorId, targetId: user.id, at: platform.clock() } as const;
      await recordAction(tx, { action: 'account.second-factor-reset', ...about });
    }
    return { user, dueAt };
  });

const FACTOR_RESETS = 'factorResets';

/** Finishes the resets that are due; one query if there are none. */
export async function pollFactorResets(platform: Platform, signal?: AbortSignal): Promise<void> {
  const due = (await dueResets(platform, FACTOR_RESETS)).map(reset => [reset.userId, reset] as const);
  await processEach(
    platform,
    FACTOR_RESETS,
    due,
    async (tx, reset) => {
      if (!(await finishReset(platform, tx, reset))) return;
      const about = { targetType: 'account', actorId: reset.requestedBy, targetId: reset.userId } as const;
      await recordAction(tx, { action: 'account.second-factor-removed', ...about, at: platform.clock() });
    },
    signal,
  );
}
