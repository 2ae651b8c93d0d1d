import { confirmHours, listOwnHours } from '@minga/contract/hours';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import * as hours from './hours-service.ts';
import { presentHelped, presentWithdrawn } from './presenter.ts';

/** Calls about hours of help. */
export function hoursRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, confirmHours, async ({ params, body, session }) => ({
    confirmed: await hours.confirmHours(platform, session, params.taskId, body),
  }));

  route(app, listOwnHours, async ({ query, session }) => {
    const { rows, total, count, withdrawn } = await hours.ownHours(platform, session, query);
    return {
      ...{ total, count, items: rows.map(presentHelped) },
      ...(withdrawn.length > 0 && {
        withdrawn: withdrawn.map(row => presentWithdrawn(row, platform.settings)),
      }),
    };
  });
}
