import type { NewReport, ReportTargetType } from '@minga/contract/reports';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Viewer } from '../teams/policy.ts';
import { reportsByOrigin } from './limits.ts';
import { listReportsBy, putReport, updateCase, upsertCase } from './repository.ts';
import { reportableTarget } from './target-service.ts';

const UNKNOWN: Record<ReportTargetType, string> = {
  activity: 'Actividad no encontrada',
  collective: 'Colectivo no encontrado',
  memory: 'Esta actividad no tiene memoria',
};

const OWN = 'Esto lo organizas tú: puedes corregirlo o eliminarlo directamente';

/**
 * Stores a report. The first one of a target opens its case, the first one after a decision the case's next round; one that comes while
 * the decision can still be undone belongs to what was decided. Rejects with 404 if the viewer does not see the target, with 409 if the
 * viewer organises it, with 429 after ten reports of one origin in an hour.
 */
export async function createReport(
  platform: Platform,
  viewer: Viewer | null,
  origin: string,
  { target, reason, text }: NewReport,
): Promise<void> {
  const { db, clock, limits } = platform;
  await limits.count(reportsByOrigin, origin);
  const now = clock();
  await db.transaction(async tx => {
    const found = await reportableTarget(platform, tx, target, viewer);
    if (found === null) throw notFound(UNKNOWN[target.type]);
    if (found.isOwn) throw conflict(OWN);
    const { title, authorId } = found;
    const about = { targetType: target.type, targetId: target.id };
    const one = await upsertCase(tx, { ...about, title, authorId, status: 'open', openedAt: now });
    const isNext = one.status === 'closed' && one.effectsDueAt === null;
    const round = isNext ? one.round + 1 : one.round;
    if (isNext)
      await updateCase(tx, one.id, {
        ...{ status: 'open', round, reports: 0, openedAt: now, closedAt: null },
        ...{ appealText: null, appealedAt: null, isAnnounced: false },
      });
    await putReport(tx, {
      ...{ caseId: one.id, round, reporterId: viewer?.id ?? null },
      ...{ reason, text, createdAt: now },
    });
  });
}

/** The reports that an account has written, with what they are about. */
export const reportsBy = ({ db }: Pick<Platform, 'db'>, userId: string) => listReportsBy(db, userId);
