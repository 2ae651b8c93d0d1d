import type { FastifyInstance } from 'fastify';
import { CALENDAR_TYPE, calendarFile } from '../../../platform/calendar/calendar.ts';
import { crossOrigin } from '../../../platform/http/origin.ts';
import { sendWithEtag } from '../../../platform/http/send-with-etag.ts';
import type { Platform } from '../../../platform/platform.ts';
import { publicStateOf } from '../public/service.ts';
import { calendarPath } from '../rules.ts';
import { calendarEventOf, calendarFileName, cancelledCalendarEvent, withSequence } from './service.ts';

const FIVE_MINUTES = 5 * 60;

/** The endpoint for the calendar file of one activity. The file of a deleted activity cancels its entry. */
export function calendarRoutes(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { id: string } }>(calendarPath(':id'), crossOrigin, async (request, reply) => {
    const state = await publicStateOf(platform, request.params.id);
    if (state.kind === 'unknown') return reply.callNotFound();
    const event =
      state.kind === 'deleted'
        ? cancelledCalendarEvent(state.tombstone, platform)
        : calendarEventOf(await withSequence(platform, state.shown), platform);
    // Search engines should index the page, not the file.
    reply.header('x-robots-tag', 'noindex');
    reply.header('content-disposition', `attachment; filename="${calendarFileName(event)}"`);
    const body = calendarFile([event], platform.settings.timeZone);
    return sendWithEtag(request, reply, { type: CALENDAR_TYPE, body, seconds: FIVE_MINUTES });
  });
}
