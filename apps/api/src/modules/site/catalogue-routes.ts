import { searchActivities } from '@minga/contract/activities';
import type { Query } from '@minga/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { CALENDAR_TYPE, calendarFile } from '../../platform/calendar/calendar.ts';
import { calendarZone } from '../../platform/calendar/calendar-zone.ts';
import type { Platform } from '../../platform/platform.ts';
import { calendarEventOf } from '../activities/calendar-event.ts';
import { publicActivities } from '../activities/service.ts';
import { sendKept } from './cached-reply.ts';
import { catalogueHead, feedTitle } from './catalogue-head.ts';
import { JSON_FEED_TYPE, jsonFeed } from './json-feed.ts';
import { RSS_TYPE, rssFeed } from './rss-feed.ts';
import { CATALOGUE_PATH, feedPath, searchText } from './site-address.ts';
import type { SendPage } from './ssr-page.ts';
import type { SsrRenderer } from './ssr-renderer.ts';

const FIVE_MINUTES = 5 * 60;
const ROWS_MAX = 100;

type SearchQuery = Query<typeof searchActivities>;

/** The catalogue's page, and what it or any search finds as a calendar, as RSS and as a JSON Feed. */
export function catalogueRoutes(
  app: FastifyInstance,
  platform: Platform,
  { painter, send }: { painter: SsrRenderer; send: SendPage },
): void {
  const { publicUrl, settings } = platform;
  const zone = calendarZone(settings.timeZone);
  const feed = { schema: { hide: true, querystring: searchActivities.query } };

  app.get(CATALOGUE_PATH, async (request, reply) => {
    // The app would write the address anew as soon as it is there, and go to the top of the page.
    const address = painter.catalogueAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const search = searchActivities.query.safeParse(request.query);
    const head = catalogueHead(search.success ? search.data : {}, publicUrl);
    return send(request, reply, head, () =>
      painter.paintCatalogue(request.url, settings.timeZone, async wanted => {
        const { rows, total } = await find(searchActivities.query.parse(wanted));
        return { rows: rows.map(({ activity }) => activity), total };
      }),
    );
  });

  app.get<{ Querystring: SearchQuery }>(feedPath('ics'), feed, async (request, reply) => {
    const { rows } = await find(request.query);
    const events = rows.map(shown => calendarEventOf(shown, platform));
    const body = calendarFile(events, zone, feedTitle(request.query));
    return sendKept(request, reply, { type: CALENDAR_TYPE, body, seconds: FIVE_MINUTES });
  });

  app.get<{ Querystring: SearchQuery }>(feedPath('rss'), feed, async (request, reply) => {
    const { rows } = await find(request.query);
    const body = rssFeed(describe(request.query, feedPath('rss')), rows);
    return sendKept(request, reply, { type: RSS_TYPE, body, seconds: FIVE_MINUTES });
  });

  app.get<{ Querystring: SearchQuery }>(feedPath('json'), feed, async (request, reply) => {
    const { rows } = await find(request.query);
    const body = jsonFeed(describe(request.query, feedPath('json')), rows);
    return sendKept(request, reply, { type: JSON_FEED_TYPE, body, seconds: FIVE_MINUTES });
  });

  /** A feed tells what comes, unless the past is asked for. */
  function find({ q, place, date = 'proximas', estado, limit, offset }: SearchQuery) {
    const search = { q, place, when: date, promotedOnly: estado === 'promocionadas' };
    return publicActivities(platform, search, { limit: Math.min(limit, ROWS_MAX), offset });
  }

  function describe(search: SearchQuery, path: string) {
    const asked = searchText(search);
    return {
      title: feedTitle(search),
      pageUrl: `${publicUrl}${CATALOGUE_PATH}${asked}`,
      feedUrl: `${publicUrl}${path}${asked}`,
      publicUrl,
      timeZone: settings.timeZone,
    };
  }
}
