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
const localMinute = (moment: Moment, timeZone: string): string =>
  format({ dateStyle: 'short', timeStyle: 'short' }, moment, timeZone);

/** 'hora de Colombia' */
const zoneName = (moment: Moment, timeZone: string): string =>
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

const DEFAULT_ZONE = 'America/Bogota';

/** The site's time zone (APP_TIME_ZONE), from the document's meta element. Days start at its midnight, not at the visitor's. */
export let siteTimeZone = zoneFromMeta() || DEFAULT_ZONE;

/** Used by server-side rendering, which has no document. */
export function setSiteTimeZone(zone: string): void {
  siteTimeZone = zone;
}

function zoneFromMeta(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLMetaElement>('meta[name="minga:time-zone"]')?.content;
}

/** 'hora de Colombia' where the clocks of this browser differ from the site's at that moment; else empty, also on the server. */
export function siteZoneName(moment: string | Date, browserZone = browserTimeZone()): string {
  if (browserZone === undefined || Number.isNaN(new Date(moment).getTime())) return '';
  const isSame = localMinute(moment, browserZone) === localMinute(moment, siteTimeZone);
  return isSame ? '' : zoneName(moment, siteTimeZone);
}

function browserTimeZone(): string | undefined {
  return typeof document === 'undefined' ? undefined : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
