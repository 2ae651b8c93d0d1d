import type { CalendarFilters } from '../../calendar-search.ts';
import type { DayEntry } from '../../month-grid.ts';

/** What the parts of the calendar share. */
export interface MonthParts {
  /** '2026-12' */
  readonly month: string;
  /** '2026-12-05', on the site's calendar. */
  readonly today: string;
  readonly filters: CalendarFilters;
}

export type FoundByDay = ReadonlyMap<string, readonly DayEntry[]>;

/** The anchor of a day in the list below the table. */
export const dayAnchor = (day: string): string => `dia-${day}`;
