import { dayDate } from '../../lib/dates.ts';

/** Names of the calendar's days ('5 de diciembre de 2026') and months; those of Mantine lack 'de'. */
export const calendarNames = {
  // A day has no time zone: parsed as noon in UTC it stays on the same day.
  getDayAriaLabel: (day: string) => dayDate(`${day}T12:00:00Z`, 'UTC'),
  monthLabelFormat: 'MMMM [de] YYYY',
};

/** Accessible names of the calendar's arrows. */
export const calendarLabels = {
  nextMonth: 'Mes siguiente',
  previousMonth: 'Mes anterior',
  nextYear: 'Año siguiente',
  previousYear: 'Año anterior',
  nextDecade: 'Década siguiente',
  previousDecade: 'Década anterior',
};
