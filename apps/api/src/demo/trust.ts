import { eq } from 'drizzle-orm';
import { recordApprovals } from '../modules/activities/hold-repository.ts';
import { activities } from '../modules/activities/schema.ts';
import { replaceTrustSettings } from '../modules/trust/service.ts';
import type { Platform } from '../platform/platform.ts';

/** Typical lists of a community, and the approvals of its publishers. */
export const addTrust = ({ db }: Platform, now: Date): Promise<void> =>
  db.transaction(async tx => {
    await replaceTrustSettings(tx, {
      heldWords: ['préstamo', 'dinero fácil', 'apuestas', 'bono'],
      heldDomains: ['apuestas.example'],
      refusedMailDomains: ['desechable.example'],
      holdFirst: 1,
    });
    const approved = await tx
      .select({ id: activities.id })
      .from(activities)
      .where(eq(activities.status, 'approved'));
    await recordApprovals(
      tx,
      approved.map(({ id }) => id),
      now,
    );
  });
