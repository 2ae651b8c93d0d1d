/** `2026-12-05T09:00:00`: what clocks in `timeZone` show, to the second. */
export const localTime = (date: Date, timeZone: string): string =>
  // Swedish writes dates as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(date)
    .replace(' ', 'T');

/** The same with the distance from UTC behind it: `2026-12-05T09:00:00-05:00`. */
export function localTimeWithOffset(date: Date, timeZone: string): string {
  const local = localTime(date, timeZone);
  const minutes = Math.round((Date.parse(`${local}Z`) - date.getTime()) / 60_000);
  const distance = Math.abs(minutes);
  const [hours, rest] = [Math.floor(distance / 60), distance % 60].map(part => String(part).padStart(2, '0'));
  return `${local}${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}
