import { CALENDAR_TYPE, calendarFile } from '../../platform/calendar/calendar.ts';
import { calendarZone } from '../../platform/calendar/calendar-zone.ts';
import type { Attachment } from '../../platform/mail/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CalendarEntry, calendarEventOf, calendarFileName } from './calendar-event.ts';

/** The calendar file of an activity as an e-mail attachment, whose type names the method (RFC 6047). */
export function calendarAttachment(entered: CalendarEntry, platform: Platform): Attachment {
  const event = calendarEventOf(entered, platform);
  return {
    name: calendarFileName(event),
    type: `${CALENDAR_TYPE}; method=PUBLISH`,
    content: calendarFile([event], calendarZone(platform.settings.timeZone)),
  };
}
