import { tzlib_get_ical_block } from 'timezones-ical-library';

/** A time zone of a calendar file. */
export interface CalendarZone {
  /** IANA name or UTC offset. */
  readonly name: string;
  /** TZID; null for a UTC offset: times are written in UTC. */
  readonly id: string | null;
  /** Lines of the VTIMEZONE. */
  readonly definition: readonly string[];
}

/** The library knows every IANA name and alias, but no UTC offsets such as '+05:00'. */
export function calendarZone(name: string): CalendarZone {
  const isNamed = /^\p{L}/u.test(name);
  const [block = '', parameter = ''] = isNamed ? tzlib_get_ical_block(name) : [];
  if (block === '') return { name, id: null, definition: [] };
  return { name, id: parameter.replace('TZID=', ''), definition: block.split('\r\n') };
}
