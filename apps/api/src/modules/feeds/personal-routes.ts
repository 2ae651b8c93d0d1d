import { PERSONAL_CALENDAR_PATH } from '@minga/contract/personal-calendar';
import type { FastifyInstance } from 'fastify';
import { CALENDAR_TYPE, longCalendar } from '../../platform/calendar/calendar.ts';
import { notFound } from '../../platform/errors.ts';
import { isNotModified } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { inTurn } from '../../platform/speed/costly-responses.ts';
import { contentEtag } from '../../platform/speed/response-cache.ts';
import { accountOfCalendar } from '../accounts/tokens/calendar-service.ts';
import { personalCalendar } from './personal-service.ts';

interface CalendarRoute {
  Params: { secret: string };
}

/**
 * The route of personal calendars. Its address is the only proof, since calendar programs have no session: scripts of other sites
 * cannot read it, no shared cache stores it, and no search engine lists it (docs/rules.md R24.1).
 */
export function personalCalendarRoutes(app: FastifyInstance, platform: Platform): void {
  const path = `/api${PERSONAL_CALENDAR_PATH}/:secret.ics`;
  app.get<CalendarRoute>(path, { schema: { hide: true } }, async (request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow');
    const body = await inTurn(async () => {
      const account = await accountOfCalendar(platform, request.params.secret);
      if (account === null) return null;
      const events = await personalCalendar(platform, account);
      const { name } = platform.site.current();
      return longCalendar(events, platform.settings.timeZone, `${name}: mi calendario`, name);
    }, request.ip);
    if (body === null) throw notFound('Este calendario no existe, o su dirección ya no sirve');
    const isKnown = isNotModified(request, reply, contentEtag(body), 0);
    // Programs revalidate at each request, so that an ended address is an error at once.
    reply.header('cache-control', 'private, no-cache');
    return isKnown ? reply.send() : reply.type(CALENDAR_TYPE).send(body);
  });
}
