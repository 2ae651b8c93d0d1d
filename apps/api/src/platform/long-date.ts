/** 'sábado, 5 de diciembre de 2026, 9:00 a. m.', in the site's time zone. */
export const longDate = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('es-CO', { dateStyle: 'full', timeStyle: 'short', timeZone })
    .format(date)
    .replaceAll(/[\u00a0\u202f]/g, ' ');
