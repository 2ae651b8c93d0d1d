import {
  createActivity,
  getActivity,
  listOthersActivities,
  listOwnActivities,
  searchActivities,
} from '@minga/contract/activities';
import type { FastifyInstance } from 'fastify';
import { type Page, route } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentActivity } from './presenter.ts';
import type { ActivityRow, Found } from './repository.ts';
import * as activities from './service.ts';

export function activityRoutes(app: FastifyInstance, platform: Platform): void {
  const present = (row: ActivityRow, session: Session | null) =>
    presentActivity(row, session?.user.id ?? null, platform.clock());
  const presentPage = (
    { rows, total }: Found,
    session: Session | null,
  ): Page<ReturnType<typeof present>> => ({
    rows: rows.map(row => present(row, session)),
    total,
  });

  route(app, listOwnActivities, async ({ query, session }) =>
    presentPage(await activities.ownActivities(platform, session.user.id, query), session),
  );

  route(app, listOthersActivities, async ({ query, session }) =>
    presentPage(await activities.othersActivities(platform, session?.user.id ?? null, query), session),
  );

  route(app, searchActivities, async ({ query, session }) => {
    const { q, place, date, estado, ...paging } = query;
    const search = { q, place, when: date, promotedOnly: estado === 'promocionadas' };
    const found = await activities.findActivities(platform, session?.user.id ?? null, search, paging);
    return presentPage(found, session);
  });

  route(app, getActivity, async ({ params, session }) =>
    present(await activities.visibleActivity(platform, params.id, session?.user.id ?? null), session),
  );

  route(app, createActivity, async ({ body, file, session }) =>
    present(await activities.publishActivity(platform, session.user.id, body, file), session),
  );
}
