import { siteTimeZone } from './time-zone.ts';

type Moment = string | Date;

/** 'sábado, 5 de diciembre de 2026, 9:00 a. m.' (docs/web.md, Look), in the site's time zone; no line break within the time. */
export const longDate = (moment: Moment, timeZone = siteTimeZone): string =>
  format({ dateStyle: 'full', timeStyle: 'short' }, moment, timeZone);

/** '5 de diciembre de 2026' */
export const dayDate = (moment: Moment, timeZone = siteTimeZone): string =>
  format({ dateStyle: 'long' }, moment, timeZone);

/** 'sáb, 5 dic 2026' */
export const shortDate = (moment: Moment, timeZone = siteTimeZone): string =>
  format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, moment, timeZone);

/** '9:00 a. m.' */
export const clockTime = (moment: Moment, timeZone = siteTimeZone): string =>
  format({ timeStyle: 'short' }, moment, timeZone);

/** The parts of a tear-off calendar leaf: { weekday: 'sáb', day: '5', month: 'dic', year: '2026' }. */
export function calendarLeafParts(moment: Moment, timeZone = siteTimeZone) {
  const part = (options: Intl.DateTimeFormatOptions) => format(options, moment, timeZone).replace('.', '');
  return {
    weekday: part({ weekday: 'short' }),
    day: part({ day: 'numeric' }),
    month: part({ month: 'short' }),
    year: part({ year: 'numeric' }),
  };
}

/** Whether both times are on the same day in the site's time zone. */
export const isSameDay = (one: Moment, other: Moment, timeZone = siteTimeZone): boolean =>
  dayDate(one, timeZone) === dayDate(other, timeZone);

/** Whether the time is on a later day than `now`, in the site's time zone. */
export const isAfterToday = (moment: Moment, now: Date, timeZone = siteTimeZone): boolean =>
  new Date(moment) > now && !isSameDay(moment, now, timeZone);

/** '2026-12-05': the day in the site's time zone, as used in URLs and calls. */
export const siteDay = (moment: Moment, timeZone = siteTimeZone): string =>
  // The sv-SE locale formats dates as ISO 8601 does.
  cachedFormat('sv-SE', { dateStyle: 'short', timeZone }).format(new Date(moment));

/** '5/12/26, 9:00' of any zone, to compare clocks. */
export const localMinute = (moment: Moment, timeZone: string): string =>
  format({ dateStyle: 'short', timeStyle: 'short' }, moment, timeZone);

/** 'hora de Colombia' */
export const zoneName = (moment: Moment, timeZone: string): string =>
  cachedFormat('es-CO', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date(moment))
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace(' estándar', '') ?? timeZone;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a formatter is slow and allocates memory that is released late. */
function cachedFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const cached = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, cached);
  return cached;
}

function format(options: Intl.DateTimeFormatOptions, moment: Moment, timeZone: string): string {
  const formatter = cachedFormat('es-CO', { ...options, timeZone });
  // Engines differ in their spaces around 'a. m.': normalised to non-breaking ones there and plain ones elsewhere.
  const plain = formatter.format(new Date(moment)).replaceAll(/[\u00a0\u202f]/g, ' ');
  return plain.replace(/ ([ap]\.) (m\.)/, '\u00a0$1\u00a0$2');
}
