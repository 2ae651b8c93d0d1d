import { idParam } from '@minga/contract/endpoint';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CALENDAR_TYPE, type CalendarEvent, calendarFile } from '../../platform/calendar/calendar.ts';
import { calendarZone } from '../../platform/calendar/calendar-zone.ts';
import { longDate } from '../../platform/long-date.ts';
import type { Platform } from '../../platform/platform.ts';
import { calendarEventOf, calendarFileName, cancelledCalendarEvent } from '../activities/calendar-event.ts';
import { activityPath, calendarPath } from '../activities/public-paths.ts';
import { createCards } from './activity-card.ts';
import { activityHead } from './activity-head.ts';
import { isKept, sendKept } from './cached-reply.ts';
import { type Fate, fateOf } from './service.ts';
import { NO_INDEX } from './shell.ts';
import { cardPath } from './site-address.ts';
import type { SsrPages } from './ssr-page.ts';
import type { SsrRenderer } from './ssr-renderer.ts';

const FIVE_MINUTES = 5 * 60;
const DAY = 24 * 60 * 60;
/** Part of the cards' tags: another look makes other pictures of the same activities. */
const CARD_DESIGN = 1;
const GONE = { title: 'Esta actividad fue eliminada · Minga', tags: [NO_INDEX] };

interface IdRoute {
  Params: { id: string };
}

/** One activity for everybody: its page, its calendar file, the picture of links to it. */
export async function activityPageRoutes(
  app: FastifyInstance,
  platform: Platform,
  { painter, pages: { resend, send, sendUnknown } }: { painter: SsrRenderer; pages: SsrPages },
): Promise<void> {
  const { publicUrl, settings } = platform;
  const { timeZone } = settings;
  const zone = calendarZone(timeZone);
  const drawCard = await createCards(platform.imageProcessor);
  const fate = async (id: string): Promise<Fate> =>
    idParam.safeParse({ id }).success ? fateOf(platform, id) : { kind: 'unknown' };

  app.get<IdRoute>(activityPath(':id'), async (request, reply) => {
    const { id } = request.params;
    if (id === '') return reply.callNotFound();
    const kept = await resend(request, reply);
    if (kept !== null) return kept;
    const found = await fate(id);
    if (found.kind !== 'public') {
      const isDeleted = found.kind === 'deleted';
      return sendUnknown(
        request,
        reply,
        isDeleted ? { ...GONE, status: 410 } : { tags: [], status: 404 },
        () => painter.paintUnknownActivity(request.url, timeZone, isDeleted),
      );
    }
    return send(request, reply, activityHead(found.shown, publicUrl, timeZone), () =>
      painter.paintActivity(request.url, timeZone, found.shown.activity),
    );
  });

  app.get<IdRoute>(calendarPath(':id'), async (request, reply) => {
    const found = await fate(request.params.id);
    const event = eventOf(found, platform);
    if (event === null) return reply.callNotFound();
    reply.header('content-disposition', `attachment; filename="${calendarFileName(event)}"`);
    const body = calendarFile([event], zone);
    return sendKept(request, reply, { type: CALENDAR_TYPE, body, seconds: FIVE_MINUTES });
  });

  app.get<IdRoute & { Querystring: { v?: string } }>(cardPath(':id'), async (request, reply) => {
    const found = await fate(request.params.id);
    if (found.kind !== 'public') return reply.callNotFound();
    const { activity, revision } = found.shown;
    // An address that names another revision must not keep this picture for long.
    const seconds = request.query.v === String(revision) ? DAY : 0;
    allowElsewhere(reply);
    if (isKept(request, reply, `${activity._id}-${revision}-${CARD_DESIGN}`, seconds)) return reply.send();
    const { title, place } = activity;
    const date = longDate(new Date(activity.date), timeZone);
    return reply.type('image/png').send(await drawCard(activity._id, { title, date, place }));
  });
}

function eventOf(found: Fate, platform: Platform): CalendarEvent | null {
  if (found.kind === 'unknown') return null;
  return found.kind === 'deleted'
    ? cancelledCalendarEvent(found.note, platform)
    : calendarEventOf(found.shown, platform);
}

/** They are made to be shared: other sites' link previews may show them. */
const allowElsewhere = (reply: FastifyReply) => reply.header('cross-origin-resource-policy', 'cross-origin');
