import { checkIn, readArrival, readDoor, undoCheckIn } from '@minga/contract/check-ins';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readArrival as findArrival } from './arrival-service.ts';
import * as checkIns from './check-in-service.ts';
import { presentCodeHolder, presentDoor } from './presenter.ts';

/** Calls of those who check people in. */
export function doorRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, readDoor, async ({ params, session }) => {
    const { activity, rows } = await checkIns.readDoor(platform, session, params.taskId);
    return presentDoor(activity, rows);
  });

  route(app, readArrival, async ({ body, session }) =>
    presentCodeHolder(await findArrival(platform, session, body.code)),
  );

  route(app, checkIn, async ({ params, body, session }) => ({
    results: await checkIns.checkIn(platform, session, params.taskId, body.items),
  }));

  route(app, undoCheckIn, async ({ params, session }) => {
    await checkIns.undoCheckIn(platform, session, params.id);
    return undefined;
  });
}
