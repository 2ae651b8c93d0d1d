const DAY_MS = 24 * 60 * 60 * 1000;

/** Making one takes 300 µs, and 30 kB that no collection of garbage hurries to give back. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-12-05T09:00:00`: what clocks in `timeZone` show, to the second. */
export function localTime(date: Date, timeZone: string): string {
  const known = formats.get(timeZone);
  // Swedish writes dates as ISO 8601 does.
  const format =
    known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  if (known === undefined) formats.set(timeZone, format);
  return format.format(date).replace(' ', 'T');
}

/** The same with the distance from UTC behind it: `2026-12-05T09:00:00-05:00`. */
export function localTimeWithOffset(date: Date, timeZone: string): string {
  const local = localTime(date, timeZone);
  const minutes = Math.round((Date.parse(`${local}Z`) - date.getTime()) / 60_000);
  const distance = Math.abs(minutes);
  const [hours, rest] = [Math.floor(distance / 60), distance % 60].map(part => String(part).padStart(2, '0'));
  return `${local}${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

/** How far clocks in `timeZone` are ahead of UTC, at a whole second. */
const aheadAt = (moment: number, timeZone: string): number =>
  Date.parse(`${localTime(new Date(moment), timeZone)}Z`) - moment;

/** When a day such as `2026-12-05` begins in `timeZone`; where clocks pass over midnight, when they do. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Zones change their clocks at most once within these two days.
  const [before, after] = [aheadAt(midnight - DAY_MS, timeZone), aheadAt(midnight + DAY_MS, timeZone)];
  const shown = [midnight - before, midnight - after].filter(
    moment => aheadAt(moment, timeZone) === midnight - moment,
  );
  return new Date(shown.length === 0 ? midnight - before : Math.min(...shown));
}

/** From the beginning of a day there until before the end of it. */
export const localDay = (day: string, timeZone: string): { start: Date; end: Date } => ({
  start: startOfDay(day, timeZone),
  end: startOfDay(daysAfter(day, 1), timeZone),
});

/** `2026-12-05` and so many days: `2026-12-06` for 1. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
