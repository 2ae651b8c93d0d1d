import {
  decideReportCase,
  getReportStats,
  listReportCases,
  type ReportCase,
  undoReportDecision,
} from '@minga/contract/administration/reports';
import { appealDecision, createReport } from '@minga/contract/reports';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { casesPage, oneCase, openCases } from './case-service.ts';
import { decideCase, undoDecision } from './decision-service.ts';
import { presentCases } from './presenter.ts';
import * as reports from './service.ts';
import type { Target } from './target-service.ts';

/** Routes for reports, their cases, the decisions about cases, and appeals. */
export function reportRoutes(app: FastifyInstance, platform: Platform): void {
  const present = async (target: Target): Promise<ReportCase> => {
    const [row] = presentCases(await oneCase(platform, target), platform.clock());
    if (row === undefined) throw new Error('a decided case was not found');
    return row;
  };

  route(app, createReport, async ({ body, session, request }) => {
    await reports.createReport(platform, session?.user ?? null, request.ip, body);
    return { message: 'Gracias por avisarnos: lo revisaremos pronto.' };
  });

  route(app, appealDecision, async ({ params, body, session }) => {
    const { text, at } = await reports.appealDecision(platform, session.user.id, params.id, body.text);
    return { text, at: at.toISOString() };
  });

  route(app, listReportCases, async ({ query: { status = 'open', ...paging } }) => {
    const { facts, total } = await casesPage(platform, status, paging);
    return { rows: presentCases(facts, platform.clock()), total };
  });

  route(app, getReportStats, () => openCases(platform));

  route(app, decideReportCase, async ({ params, body, session }) => {
    const target = { type: params.targetType, id: params.targetId };
    await decideCase(platform, session.user.id, target, body);
    return present(target);
  });

  route(app, undoReportDecision, async ({ params, session }) => {
    const target = { type: params.targetType, id: params.targetId };
    await undoDecision(platform, session.user.id, target);
    return present(target);
  });
}
