import { siteTimeZone } from './time-zone.ts';

type Moment = string | Date;

/** 'sábado, 5 de diciembre de 2026, 9:00 a. m.' (LOOK.md), in the site's time zone; its hour never breaks. */
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
export function leafParts(moment: Moment, timeZone = siteTimeZone) {
  const part = (options: Intl.DateTimeFormatOptions) => format(options, moment, timeZone).replace('.', '');
  return {
    weekday: part({ weekday: 'short' }),
    day: part({ day: 'numeric' }),
    month: part({ month: 'short' }),
    year: part({ year: 'numeric' }),
  };
}

/** Do the two fall on one calendar day of the site? */
export const isSameDay = (one: Moment, other: Moment, timeZone = siteTimeZone): boolean =>
  dayDate(one, timeZone) === dayDate(other, timeZone);

/** Is the moment of a day after `now`'s, on the site's calendar? */
export const isAfterToday = (moment: Moment, now: Date, timeZone = siteTimeZone): boolean =>
  new Date(moment) > now && !isSameDay(moment, now, timeZone);

/** '2026-12-05': the day on the site's calendar, as addresses and calls name it. */
export const siteDay = (moment: Moment, timeZone = siteTimeZone): string =>
  // Sweden writes dates so.
  kept('sv-SE', { dateStyle: 'short', timeZone }).format(new Date(moment));

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than the rest of a line, and memory that is not soon given back. */
function kept(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

function format(options: Intl.DateTimeFormatOptions, moment: Moment, timeZone: string): string {
  const known = kept('es-CO', { ...options, timeZone });
  // Engines differ in their spaces around 'a. m.'; ours keep the hour in one piece and are plain elsewhere.
  const plain = known.format(new Date(moment)).replaceAll(/[\u00a0\u202f]/g, ' ');
  return plain.replace(/ ([ap]\.) (m\.)/, '\u00a0$1\u00a0$2');
}
