import {
  type Calendar,
  createCalendar,
  listCalendars,
  previewCalendar,
  readCalendar,
  removeCalendar,
} from '@minga/contract/calendars';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { collectiveFor } from '../collectives/service.ts';
import type { CountedCalendar } from './repository.ts';
import * as calendars from './service.ts';

/** Presents a calendar to owners and organisers. Its address is never included. */
const presentCalendar = (row: CountedCalendar): Calendar => ({
  _id: row.id,
  host: row.host,
  category: row.category,
  state: row.state,
  lastReadAt: row.lastReadAt?.toISOString() ?? null,
  error: row.error,
  activities: row.activities,
  summary: row.summary,
  edited: row.edited,
  cancelled: row.cancelled,
  vanished: row.vanished,
});

/** Routes for the calendars from which a collective takes activities, for its owners and organisers. */
export function followedCalendarRoutes(app: FastifyInstance, platform: Platform): void {
  const publisher = async (slug: string, { user }: Session) => ({
    userId: user.id,
    collectiveId: (await collectiveFor(platform, slug, user, 'publish')).collective.id,
  });

  route(app, listCalendars, async ({ params, query, session }) => {
    const { collectiveId } = await publisher(params.slug, session);
    const { rows, total } = await calendars.calendarsOf(platform, collectiveId, query);
    return { rows: rows.map(presentCalendar), total };
  });

  route(app, previewCalendar, async ({ params, body, session }) =>
    calendars.previewCalendar(platform, await publisher(params.slug, session), body.url),
  );

  route(app, createCalendar, async ({ params, body, session }) =>
    presentCalendar(await calendars.addCalendar(platform, await publisher(params.slug, session), body)),
  );

  route(app, readCalendar, async ({ params, query, session }) => {
    const by = await publisher(params.slug, session);
    return presentCalendar(await calendars.readNow(platform, by, params.id, query.vanished === 'remove'));
  });

  route(app, removeCalendar, async ({ params, query, session }) => {
    const by = await publisher(params.slug, session);
    await calendars.removeCalendar(platform, by, params.id, query.activities === 'remove');
    return undefined;
  });
}
