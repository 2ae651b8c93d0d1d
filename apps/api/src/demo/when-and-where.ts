import type { ActivityTemplate } from './activity-templates.ts';
import { locationOf } from './locations.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Bogotá is five hours behind UTC all year. */
const UTC_OFFSET_HOURS = 5;
const FIRST_DAY = -35;
const EVERY_EIGHTH = 8;

/** Distributes the dates over fifteen weeks, at the template's local hour. */
export function dateOf(template: ActivityTemplate, number: number, now: Date): Date {
  const day = new Date(now.getTime() + (FIRST_DAY + ((number * 37) % 105)) * DAY);
  day.setUTCHours(template.hour + UTC_OFFSET_HOURS, 0, 0, 0);
  return day;
}

/** Half say when they end; most say where they are, and a third how to get there. */
export function whereAndUntil(date: Date, place: string, number: number) {
  return {
    endDate: number % 2 === 0 ? new Date(date.getTime() + (2 + (number % 3)) * HOUR) : null,
    ...(number % EVERY_EIGHTH !== EVERY_EIGHTH - 1 && locationOf(place, number)),
    ...(number % 3 === 0 && {
      directions: 'Nos vemos en la entrada principal. Los buses del centro pasan cerca.',
    }),
  };
}
