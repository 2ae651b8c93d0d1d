import {
  calendarLeafParts,
  clockTime,
  dayDate,
  isSameDay,
  longDate,
  siteDay,
  siteTimeZone,
} from './dates.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A weekday names one day in this period alone. */
const WEEK_DAYS = 7;
/** The number of a day names one day in this period alone. */
const MONTH_DAYS = 28;

/** The whole days from the day of `now` to that of `moment`, in the site's time zone. */
const daysAhead = (moment: string | Date, now: Date, timeZone: string): number =>
  (Date.parse(siteDay(moment, timeZone)) - Date.parse(siteDay(now, timeZone))) / DAY_MS;

/** 'Hoy', 'Mañana', 'Este sábado 28', 'Viernes 11 de diciembre', with the year if it is not that of `now`. */
export function dayText(moment: string | Date, now: Date, timeZone = siteTimeZone): string {
  const days = daysAhead(moment, now, timeZone);
  if (days === 0) return 'Hoy';
  if (days === 1) return 'Mañana';
  if (days === -1) return 'Ayer';
  const [weekday = ''] = longDate(moment, timeZone).split(',');
  const [day = '', month = '', year] = dayDate(moment, timeZone).split(' de ');
  if (days > 1 && days < WEEK_DAYS) return `Este ${weekday} ${day}`;
  const isThisYear = year === calendarLeafParts(now, timeZone).year;
  const date = `${weekday} ${day} de ${month}${isThisYear ? '' : ` de ${year}`}`;
  return date.charAt(0).toUpperCase() + date.slice(1);
}

/** 'Vie 27', and with the month, 'Vie 11 dic', where the number alone could be of several. */
export function shortDayText(moment: string | Date, now: Date, timeZone = siteTimeZone): string {
  const { weekday, day, month } = calendarLeafParts(moment, timeZone);
  const days = daysAhead(moment, now, timeZone);
  const name = `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${day}`;
  return days >= 0 && days < MONTH_DAYS ? name : `${name} ${month}`;
}

/** '3:00 p. m.', '3:00–5:00 p. m.', '11:00 a. m.–1:00 p. m.', '9:00 p. m. a dom 29 nov, 5:00 a. m.' */
export function timesText(date: string, endDate: string | null, timeZone = siteTimeZone): string {
  const start = clockTime(date, timeZone);
  if (endDate === null) return start;
  const end = clockTime(endDate, timeZone);
  if (!isSameDay(date, endDate, timeZone)) {
    const { weekday, day, month } = calendarLeafParts(endDate, timeZone);
    return `${start} a ${weekday} ${day} ${month}, ${end}`;
  }
  const [hour = start, half = ''] = start.split(/\u00a0(.*)/s);
  return end.endsWith(half) ? `${hour}–${end}` : `${start}–${end}`;
}

/** 'Mañana, 3:00–5:00 p. m.': what a page says once about the time of an activity. */
export const whenText = (
  { date, endDate }: { readonly date: string; readonly endDate: string | null },
  now: Date,
  timeZone = siteTimeZone,
): string => `${dayText(date, now, timeZone)}, ${timesText(date, endDate, timeZone)}`;
