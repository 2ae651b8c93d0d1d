import { getRetention } from '@minga/contract/administration/retention';
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
import { retention } from '../attendance/visitor/service.ts';
import * as letters from './letter-service.ts';
import { presentStatus } from './presenter.ts';
import * as retries from './retry-service.ts';
import { systemStatus } from './status-service.ts';
import { todayRoutes } from './today-routes.ts';

/** Decisions that wait for administrators, the state of the system, retries of dead letters, e-mails that were given up, and the retention of visitors' data. */
export function operationRoutes(app: FastifyInstance, platform: Platform): void {
  const processInfo = { ...version, startedAt: platform.clock() };

  todayRoutes(app, platform, processInfo);

  route(app, getSystemStatus, async () => presentStatus(await systemStatus(platform), processInfo));

  route(app, getRetention, async () => {
    const { upcoming, ...shown } = await retention(platform);
    return { ...shown, upcoming: { ...upcoming, from: upcoming.from?.toISOString() ?? null } };
  });

  route(app, retryDeadLetter, async ({ params, session }) => ({
    retried: await retries.retryDeadLetters(platform, session.user.id, params.id),
  }));

  route(app, retryDeadLetters, async ({ session }) => ({
    retried: await retries.retryDeadLetters(platform, session.user.id),
  }));

  route(app, retryLetter, async ({ params, session }) => ({
    retried: await letters.retryLetter(platform, session.user.id, params.id),
  }));

  route(app, discardLetter, async ({ params, session }) => ({
    discarded: await letters.discardLetters(platform, session.user.id, params.id),
  }));

  route(app, discardLetters, async ({ session }) => ({
    discarded: await letters.discardLetters(platform, session.user.id),
  }));
}
