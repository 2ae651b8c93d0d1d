/** A formatter costs 40 times what one use of it does. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** 'sábado, 5 de diciembre de 2026, 9:00 a. m.' in the site's time zone, with no-break spaces in the hour. */
export const longDate = (date: Date, timeZone: string): string =>
  formatter(timeZone)
    .format(date)
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replace(/ ([ap]\.) (m\.)$/, '\u00a0$1\u00a0$2');

function formatter(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached !== undefined) return cached;
  const created = new Intl.DateTimeFormat('es-CO', { dateStyle: 'full', timeStyle: 'short', timeZone });
  formatters.set(timeZone, created);
  return created;
}
