import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { recordApprovals } from '../modules/activities/hold/repository.ts';
import { activities } from '../modules/activities/schema.ts';
import { replaceTrustSettings } from '../modules/trust/service.ts';
import type { Platform } from '../platform/platform.ts';

const SENTENCE = ' Al final la cooperativa explica cómo pedir un préstamo sin intereses.';

/** Typical lists of a community, the approvals of its publishers, and an activity that waits for review because an edit added a held word. */
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
    const [last] = await tx
      .select({ id: activities.id })
      .from(activities)
      .where(and(eq(activities.status, 'pending'), gt(activities.date, now)))
      .orderBy(desc(activities.date), desc(activities.id))
      .limit(1);
    if (last === undefined) throw new Error('the demo has nothing to hold');
    await tx
      .update(activities)
      .set({
        description: sql`${activities.description} || ${SENTENCE}`,
        ...{ status: 'held', holdKind: 'word', holdTerm: 'préstamo' },
      })
      .where(eq(activities.id, last.id));
  });
