import {
  approveActivity,
  getActivityStats,
  listAllActivities,
  rejectActivity,
  switchPromotion,
  undoApproval,
  undoRejection,
} from '@minga/contract/administration/activities';
import { decideManyActivities } from '@minga/contract/administration/bulk-decisions';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { localDay } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { activitiesForModeration, countActivitiesByStatus } from '../activities/moderation/service.ts';
import { presentActivities, presentOneActivity } from '../activities/service.ts';
import * as activities from './activity-service.ts';
import { decideMany } from './bulk-service.ts';

type Row = Parameters<typeof presentOneActivity>[1];

/** The list of all activities for admins, and their moderation. */
export function moderationRoutes(app: FastifyInstance, platform: Platform): void {
  const { timeZone } = platform.settings;
  const present = (row: Row, adminId: string) =>
    presentOneActivity(platform, row, adminId, { isModerator: true });

  route(app, listAllActivities, async ({ query, session }) => {
    const { status, promoted, search, date, ...paging } = query;
    const day = date === undefined ? undefined : localDay(date, timeZone);
    const isPromoted = promoted === undefined ? undefined : promoted === 'true';
    const filter = { status, isPromoted, search, day };
    const { rows, total } = await activitiesForModeration(platform, filter, paging);
    const presented = await presentActivities(platform, rows, session.user.id, { isModerator: true });
    return { rows: presented, total };
  });

  route(app, getActivityStats, () => countActivitiesByStatus(platform));

  route(app, approveActivity, async ({ params, query: { scope = 'one' }, session: { user } }) =>
    present(await activities.approveActivity(platform, user.id, params.id, scope), user.id),
  );

  route(app, undoApproval, async ({ params, query: { scope = 'one' }, session: { user } }) =>
    present(await activities.undoApproval(platform, user.id, params.id, scope), user.id),
  );

  route(app, rejectActivity, async ({ params, query: { scope = 'one' }, body, session: { user } }) =>
    present(await activities.rejectActivity(platform, user.id, params.id, body, scope), user.id),
  );

  route(app, undoRejection, async ({ params, query: { scope = 'one' }, session: { user } }) =>
    present(await activities.undoRejection(platform, user.id, params.id, scope), user.id),
  );

  route(app, decideManyActivities, ({ body, session }) => decideMany(platform, session.user.id, body));

  route(app, switchPromotion, async ({ params, body, session: { user } }) =>
    present(await activities.promoteActivity(platform, user.id, params.id, body.promotion), user.id),
  );
}
