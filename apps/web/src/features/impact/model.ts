import { calendarLeafParts } from '../../lib/dates/dates.ts';

/** The 15th of a month such as '2026-11', for formats in UTC. */
const middleOf = (month: string) => new Date(`${month}-15T12:00:00Z`);

const longFormat = new Intl.DateTimeFormat('es-CO', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const hoursFormat = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 2 });

/** 'noviembre de 2026' */
export const longMonth = (month: string): string => longFormat.format(middleOf(month));

/** 'nov 2026' */
export function shortMonth(month: string): string {
  const parts = calendarLeafParts(middleOf(month), 'UTC');
  return `${parts.month} ${parts.year}`;
}

/** '1.204,5': hours are confirmed in quarters. */
export const hoursText = (hours: number): string => hoursFormat.format(hours);
