import type { ReportDecision } from '@minga/contract/administration/reports';
import type { ReportReason } from '@minga/contract/report-reasons';
import type { ReportTargetType } from '@minga/contract/reports';
import { and, eq } from 'drizzle-orm';
import { reportEffects } from '../src/modules/reports/effect-service.ts';
import { reportCases } from '../src/modules/reports/schema.ts';
import { processDue } from '../src/platform/due-work/due-work.ts';
import { NOON, type TestApp } from './app.ts';

type Headers = Record<string, string>;

export const minutesLater = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);

/** The calls about reports of one app. */
export function reportCalls(app: TestApp) {
  const { db } = app.platform;
  return {
    report: (
      target: { type: ReportTargetType; id: string },
      { headers = {}, ...body }: { headers?: Headers; reason?: ReportReason; text?: string } = {},
    ) =>
      app.inject({
        method: 'POST',
        url: '/api/reports',
        headers,
        payload: { target, reason: 'spam', ...body },
      }),
    decide: (headers: Headers, id: string, decision: ReportDecision, type: ReportTargetType = 'activity') =>
      app.inject({
        method: 'PATCH',
        url: `/api/admin-panel/reports/${type}/${id}`,
        headers,
        payload: { decision, note: decision === 'dismiss' ? '' : 'Vende de todo' },
      }),
    undo: (headers: Headers, id: string, type: ReportTargetType = 'activity') =>
      app.inject({ method: 'POST', url: `/api/admin-panel/reports/${type}/${id}/undo`, headers }),
    appeal: (headers: Headers, id: string, text = 'Ya la corregimos.') =>
      app.inject({ method: 'POST', url: `/api/tasks/${id}/appeal`, headers, payload: { text } }),
    cases: (headers: Headers, query = '') => app.inject({ url: `/api/admin-panel/reports${query}`, headers }),
    activity: (id: string, headers: Headers = {}) => app.inject({ url: `/api/tasks/${id}`, headers }),
    caseOf: async (targetId: string, targetType: ReportTargetType = 'activity') =>
      (
        await db
          .select()
          .from(reportCases)
          .where(and(eq(reportCases.targetId, targetId), eq(reportCases.targetType, targetType)))
      )[0],
    /** Ten minutes after the decisions, which were made at noon. */
    afterUndoWindow: async () => {
      app.setNow(minutesLater(10));
      await processDue(app.platform, [reportEffects]);
    },
  };
}
