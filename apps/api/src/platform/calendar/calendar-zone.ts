import { tzlib_get_ical_block } from 'timezones-ical-library';

/** A time zone as calendar files name and define it. */
export interface CalendarZone {
  /** As `Intl` knows it. */
  readonly name: string;
  /** TZID; null: calendars do not know the zone, and times are written in UTC. */
  readonly id: string | null;
  /** Lines of the VTIMEZONE. */
  readonly definition: readonly string[];
}

/** The library knows every IANA name, older ones by their newer; not distances such as '+05:00'. */
export function calendarZone(name: string): CalendarZone {
  const isNamed = /^\p{L}/u.test(name);
  const [block = '', parameter = ''] = isNamed ? tzlib_get_ical_block(name) : [];
  if (block === '') return { name, id: null, definition: [] };
  return { name, id: parameter.replace('TZID=', ''), definition: block.split('\r\n') };
}
