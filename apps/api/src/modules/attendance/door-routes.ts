import { checkIn, readDoor, undoCheckIn } from '@minga/contract/check-ins';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import * as checkIns from './check-in-service.ts';
import { presentDoor } from './presenter.ts';

/** Calls of those who check people in. */
export function doorRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, readDoor, async ({ params, session }) => {
    const { activity, rows } = await checkIns.readDoor(platform, session, params.taskId);
    return presentDoor(activity, rows);
  });

  route(app, checkIn, async ({ params, body, session }) => ({
    results: await checkIns.checkIn(platform, session, params.taskId, body.items),
  }));

  route(app, undoCheckIn, async ({ params, session }) => {
    await checkIns.undoCheckIn(platform, session, params.id);
    return undefined;
  });
}
