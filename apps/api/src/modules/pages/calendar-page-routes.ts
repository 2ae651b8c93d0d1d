import { searchActivities } from '@minga/contract/activities';
import type { SsrRenderer } from '@minga/contract/server-rendering';
import type { FastifyInstance } from 'fastify';
import { localTime, startOfDay } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPublic } from '../feeds/service.ts';
import { calendarHead } from './calendar-head.ts';
import { listedWithout } from './shell.ts';
import type { SendPage } from './ssr-page.ts';

export const CALENDAR_PATH = '/calendario';

/** The calendar's page. */
export function calendarPageRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, send }: { renderer: SsrRenderer; send: SendPage },
): void {
  const { publicUrl, settings, clock } = platform;
  const { timeZone } = settings;

  app.get(CALENDAR_PATH, async (request, reply) => {
    // The app would otherwise replace the address after hydration.
    const address = renderer.calendarAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const head = listedWithout(request.query, calendarHead(publicUrl, CALENDAR_PATH));
    return send(request, reply, head, () => {
      const today = localTime(clock(), timeZone).slice(0, 10);
      return renderer.renderCalendar(request.url, timeZone, startOfDay(today, timeZone), async wanted => {
        const { rows, total } = await findPublic(platform, searchActivities.query.parse(wanted));
        return { rows: rows.map(({ activity }) => activity), total };
      });
    });
  });
}
