import { getRetention } from '@minga/contract/administration/retention';
import { getSetup, sendTestMail } from '@minga/contract/administration/setup';
import { getToday } from '@minga/contract/administration/today';
import {
  discardLetter,
  discardLetters,
  getSystemStatus,
  retryDeadLetter,
  retryDeadLetters,
  retryLetter,
} from '@minga/contract/system';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../../version.ts';
import { countUpcomingOfCollectives } from '../activities/public/service.ts';
import { presentActivities } from '../activities/service.ts';
import { retentionCounts } from '../attendance/visitor/service.ts';
import { presentCollectives } from '../collectives/presenter.ts';
import { presentCases } from '../reports/presenter.ts';
import * as emails from './email-service.ts';
import { type ProcessInfo, presentStatus } from './presenter.ts';
import * as setup from './setup-service.ts';
import { systemStatus, today } from './status-service.ts';

/**
 * Routes of the pending decisions, the state of the system, the dead letters, the e-mails that were given up, and the retention of
 * visitors' data.
 */
export function operationRoutes(app: FastifyInstance, platform: Platform): void {
  const processInfo = { ...version, startedAt: platform.clock() };

  todayRoutes(app, platform, processInfo);

  route(app, getSystemStatus, async () => presentStatus(await systemStatus(platform), processInfo));

  route(app, getSetup, ({ session }) => setup.setupState(platform, session));

  route(app, sendTestMail, ({ session }) => setup.sendTestMail(platform, session));

  route(app, getRetention, async () => {
    const { upcoming, ...shown } = await retentionCounts(platform);
    return { ...shown, upcoming: { ...upcoming, from: upcoming.from?.toISOString() ?? null } };
  });

  route(app, retryDeadLetter, async ({ params, session }) => ({
    retried: await emails.retryDeadLetters(platform, session.user.id, params.id),
  }));

  route(app, retryDeadLetters, async ({ session }) => ({
    retried: await emails.retryDeadLetters(platform, session.user.id),
  }));

  route(app, retryLetter, async ({ params, session }) => ({
    retried: await emails.retryLetter(platform, session.user.id, params.id),
  }));

  route(app, discardLetter, async ({ params, session }) => ({
    discarded: await emails.discardLetters(platform, session.user.id, params.id),
  }));

  route(app, discardLetters, async ({ session }) => ({
    discarded: await emails.discardLetters(platform, session.user.id),
  }));
}

/** The route of an administrator's pending decisions, presented as in the lists of administration, and of the state of the system. */
function todayRoutes(app: FastifyInstance, platform: Platform, processInfo: ProcessInfo): void {
  const countUpcoming = (ids: readonly string[]) => countUpcomingOfCollectives(platform, ids);

  route(app, getToday, async ({ session: { user } }) => {
    const { reports, activities, collectives, held, system } = await today(platform, user);
    return {
      reports: {
        total: reports.total,
        others: reports.others,
        shown: reports.facts === null ? [] : presentCases(reports.facts, platform.clock()),
      },
      activities: activities && {
        total: activities.total,
        shown: await presentActivities(platform, activities.rows, user.id, { isModerator: true }),
        unreviewed: activities.unreviewed,
      },
      collectives: collectives && {
        total: collectives.total,
        shown: await presentCollectives(collectives.rows, countUpcoming, { isReviewer: true }),
      },
      held: held?.total ?? null,
      system: presentStatus(system, processInfo),
    };
  });
}
