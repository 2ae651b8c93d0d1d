import { Temporal } from 'temporal-polyfill';

const SECONDS = { smallestUnit: 'second', timeZoneName: 'never' } as const;

export const zonedTime = (date: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone);

/** Local time in `timeZone`: `2026-12-05T09:00:00`. */
export const localTime = (date: Date, timeZone: string): string =>
  zonedTime(date, timeZone).toString({ ...SECONDS, offset: 'never' });

/** Local time with its offset from UTC: `2026-12-05T09:00:00-05:00`. */
export const localTimeWithOffset = (date: Date, timeZone: string): string =>
  zonedTime(date, timeZone).toString(SECONDS);

/** The first instant of a day such as `2026-12-05`; where the clocks skip midnight, that is later than 00:00. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);

/** A Date as it is; a day such as `2026-12-05` as its first instant in `timeZone`. */
export const startOf = (dateOrDay: Date | string, timeZone: string): Date =>
  typeof dateOrDay === 'string' ? startOfDay(dateOrDay, timeZone) : dateOrDay;

/** From the start of a day, inclusive, to its end, exclusive. */
export const localDay = (day: string, timeZone: string): { start: Date; end: Date } => ({
  start: startOfDay(day, timeZone),
  end: startOfDay(daysAfter(day, 1), timeZone),
});

/** Adds days to a date: `2026-12-05` and 1 give `2026-12-06`. */
export const daysAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();
