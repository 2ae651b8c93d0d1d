import type { AppealState } from '@minga/contract/appeal-states';
import { conflict } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockFor } from '../activities/edit/service.ts';
import { lastRejection, recordActions } from '../administration/audit-service.ts';
import { findCase, lockCase, reopened, updateCase, upsertCase } from './repository.ts';

const NOT_HIDDEN = 'Solo se puede pedir otra revisión mientras la actividad está oculta';
const APPEALED = 'Ya pediste que la revisen de nuevo, y se puede pedir una sola vez';

/**
 * Appeals the decision to hide an activity: its case is open again, before all others. A decision that could still be undone has no
 * further effects then: the next one has. Rejects with 404 and 403 as edits do, with 409 if the activity is not hidden or an appeal
 * was sent already.
 */
export async function appealDecision(
  platform: Platform,
  actorId: string,
  givenId: string,
  text: string,
): Promise<{ text: string; at: Date }> {
  const id = givenId.toLowerCase();
  const at = platform.clock();
  const target = { type: 'activity', id } as const;
  await platform.db.transaction(async tx => {
    const activity = await lockFor(platform, tx, id, actorId, 'manage');
    if (activity.status !== 'rejected') throw conflict(NOT_HIDDEN);
    const one = await lockCase(tx, target);
    if (one?.appealText != null) throw conflict(APPEALED);
    const appeal = { hasAppeal: true, appealText: text, appealedAt: at };
    if (one !== null)
      await updateCase(tx, one.id, { ...appeal, ...(one.status === 'closed' && reopened(at)) });
    else {
      const rejection = await lastRejection(tx, id);
      await upsertCase(tx, {
        ...{ targetType: 'activity', targetId: id, title: activity.title, authorId: activity.ownerId },
        ...appeal,
        ...reopened(at),
        ...{ decision: 'hide', note: activity.rejectionReason ?? '', isAnnounced: true },
        ...{ decidedAt: rejection?.at ?? at, decidedBy: rejection?.actorId ?? null },
      });
    }
    await recordActions(tx, [
      {
        actorId,
        at,
        action: 'report.appeal',
        targetType: 'activity',
        targetId: id,
        details: { reason: text },
      },
    ]);
  });
  return { text, at };
}

/** Of a hidden activity. */
export async function appealOf({ db }: Pick<Platform, 'db'>, id: string): Promise<AppealState> {
  const one = await findCase(db, { type: 'activity', id });
  return one?.appealText == null ? 'possible' : 'sent';
}
