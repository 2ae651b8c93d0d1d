import { localTime, zonedTime } from '../../platform/local-time.ts';

/** When the data of an activity's visitors is erased: as many days after its end, at the same local time. */
export const erasedAt = (endsAt: Date, days: number, timeZone: string): Date =>
  new Date(zonedTime(endsAt, timeZone).add({ days }).epochMilliseconds);

/** Of activities that ended until then the visitors' data is erased. */
export const erasedUntil = (now: Date, days: number, timeZone: string): Date =>
  new Date(zonedTime(now, timeZone).subtract({ days }).epochMilliseconds);

/** `2026-12-05`. */
export const dayOf = (date: Date, timeZone: string): string =>
  localTime(date, timeZone).slice(0, 'YYYY-MM-DD'.length);
