import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { users } from '../modules/accounts/schema.ts';
import { recordApprovals } from '../modules/activities/hold/repository.ts';
import { activities, activityMemories } from '../modules/activities/schema.ts';
import { reportCases, reports } from '../modules/reports/schema.ts';
import { replaceTrustSettings } from '../modules/trust/service.ts';
import type { Platform } from '../platform/platform.ts';

const HOUR = 3_600_000;

type Account = typeof users.$inferSelect;
type Report = Pick<typeof reports.$inferInsert, 'reason' | 'text'>;

const ABOUT_ACTIVITY: readonly Report[] = [
  { reason: 'fraude', text: 'Por WhatsApp piden una consignación para apartar el cupo.' },
  { reason: 'fraude', text: 'A mi mamá también le pidieron plata.' },
  { reason: 'otro', text: 'El lugar que dice no existe.' },
];
const ABOUT_MEMORY: readonly Report[] = [
  { reason: 'datos', text: 'En una foto se ve la cédula de mi tío. ¿La pueden quitar?' },
];
const REASON = 'Falta decir qué organización recibe los alimentos y con qué permiso.';
const APPEAL =
  'Los recibe el comedor de la parroquia. Ya lo escribimos en la descripción y tenemos la carta del párroco.';

/** Fills the queue of reports: an activity, a memory, and an activity whose organiser appeals its rejection. */
export async function addReports({ db }: Platform, accounts: readonly Account[], now: Date): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR);
  const of = { id: activities.id, title: activities.title, authorId: activities.ownerId };
  const isPending = eq(activities.status, 'pending');
  const order = [asc(activities.date), asc(activities.id)];
  const [activity] = await db
    .select(of)
    .from(activities)
    .where(and(isPending, gt(activities.date, now)))
    .orderBy(...order)
    .limit(1);
  const [rejected] = await db
    .select(of)
    .from(activities)
    .where(and(isPending, lt(activities.date, now)))
    .orderBy(...order)
    .limit(1);
  const [memory] = await db
    .select(of)
    .from(activityMemories)
    .innerJoin(activities, eq(activities.id, activityMemories.activityId))
    .orderBy(...order)
    .limit(1);
  if (activity === undefined || rejected === undefined || memory === undefined)
    throw new Error('the demo has nothing to report');
  await db.transaction(async tx => {
    await tx
      .update(activities)
      .set({ status: 'rejected', rejectionReason: REASON })
      .where(eq(activities.id, rejected.id));
    await tx.insert(reportCases).values({
      targetType: 'activity',
      targetId: rejected.id,
      title: rejected.title,
      authorId: rejected.authorId,
      status: 'open',
      openedAt: hoursAgo(2),
      isAnnounced: true,
      hasAppeal: true,
      appealText: APPEAL,
      appealedAt: hoursAgo(2),
      decision: 'hide',
      note: REASON,
      decidedAt: hoursAgo(20),
    });
    for (const [targetType, target, written] of [
      ['activity', activity, ABOUT_ACTIVITY],
      ['memory', memory, ABOUT_MEMORY],
    ] as const) {
      const { id: targetId, title, authorId } = target;
      const about = { targetType, targetId, title, authorId };
      const openedAt = hoursAgo(6);
      const caseId = v7();
      await tx
        .insert(reportCases)
        .values({ id: caseId, ...about, status: 'open', reports: written.length, openedAt });
      const reporters = accounts.filter(({ id }) => id !== authorId).slice(-2);
      await tx.insert(reports).values(
        written.map((report, index) => ({
          caseId,
          round: 1,
          reporterId: reporters[index]?.id ?? null,
          ...report,
          createdAt: new Date(openedAt.getTime() + index * HOUR),
        })),
      );
    }
  });
}

const SENTENCE = ' Al final la cooperativa explica cómo pedir un préstamo sin intereses.';

/** Adds a community's typical moderation lists, its publishers' approvals, and an activity held for review, since an edit added a held word. */
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
        status: 'held',
        holdKind: 'word',
        holdTerm: 'préstamo',
      })
      .where(eq(activities.id, last.id));
  });
