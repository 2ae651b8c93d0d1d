/** A formatter costs 40 times what one use of it does. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** 'sábado, 5 de diciembre de 2026, 9:00 a. m.' in the site's time zone, with no-break spaces in the hour. */
export const longDate = (date: Date, timeZone: string): string =>
  formatter(timeZone)
    .format(date)
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replace(/ ([ap]\.) (m\.)$/, '\u00a0$1\u00a0$2');

/** The same with an end, if there is one: '…, 9:00 a. m., hasta las 11:00 a. m.', or with the day if it is another. */
export function longPeriod(start: Date, end: Date | null, timeZone: string): string {
  const from = longDate(start, timeZone);
  if (end === null) return from;
  const until = longDate(end, timeZone);
  const day = from.slice(0, from.lastIndexOf(',') + 2);
  if (!until.startsWith(day)) return `${from}, hasta el ${until}`;
  const time = until.slice(day.length);
  return `${from}, hasta ${time.startsWith('1:') ? 'la' : 'las'} ${time}`;
}

/** '5 de diciembre de 2026' in the site's time zone. */
export function longDay(date: Date, timeZone: string): string {
  const day = longDate(date, timeZone);
  return day.slice(day.indexOf(',') + 2, day.lastIndexOf(','));
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached !== undefined) return cached;
  const created = new Intl.DateTimeFormat('es-CO', { dateStyle: 'full', timeStyle: 'short', timeZone });
  formatters.set(timeZone, created);
  return created;
}
