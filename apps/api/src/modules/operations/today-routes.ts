import { getToday } from '@minga/contract/administration/today';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { countUpcomingOfCollectives } from '../activities/public/service.ts';
import { presentActivities } from '../activities/service.ts';
import { presentCollectives } from '../collectives/presenter.ts';
import { presentCases } from '../reports/presenter.ts';
import { type ProcessInfo, presentStatus } from './presenter.ts';
import { today } from './today-service.ts';

/** Decisions that wait for an administrator and the state of the system, as the lists of administration show them. */
export function todayRoutes(app: FastifyInstance, platform: Platform, processInfo: ProcessInfo): void {
  const countUpcoming = (ids: readonly string[]) => countUpcomingOfCollectives(platform, ids);

  route(app, getToday, async ({ session: { user } }) => {
    const { reports, activities, collectives, held, system } = await today(platform, user);
    return {
      reports: reports
        ? { total: reports.total, shown: presentCases(reports.facts, platform.clock()) }
        : { total: 0, shown: [] },
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
