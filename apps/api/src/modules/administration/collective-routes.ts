import {
  changeCollectiveStatus,
  listAllCollectives,
  verifyCollective,
} from '@minga/contract/administration/collectives';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { countUpcomingOfCollectives } from '../activities/public/service.ts';
import { presentCollective, presentCollectives } from '../collectives/presenter.ts';
import { collectivesForReview } from '../collectives/review-service.ts';
import * as collectives from './collective-service.ts';

/** The list of all collectives for admins, and what they decide of them. */
export function managedCollectiveRoutes(app: FastifyInstance, platform: Platform): void {
  const countUpcoming = (ids: readonly string[]) => countUpcomingOfCollectives(platform, ids);

  route(app, listAllCollectives, async ({ query, session }) => {
    const { search, status, ...paging } = query;
    const filter = { search, status };
    const { rows, total } = await collectivesForReview(platform, filter, session.user.id, paging);
    return { rows: await presentCollectives(rows, countUpcoming, { isReviewer: true }), total };
  });

  route(app, verifyCollective, async ({ params, body, session }) =>
    presentCollective(
      await collectives.verifyCollective(platform, session.user.id, params.id, body.isVerified),
      countUpcoming,
      { isReviewer: true },
    ),
  );

  route(app, changeCollectiveStatus, async ({ params, body, session }) =>
    presentCollective(
      await collectives.changeCollectiveStatus(platform, session.user.id, params.id, body.isActive),
      countUpcoming,
      { isReviewer: true },
    ),
  );
}
