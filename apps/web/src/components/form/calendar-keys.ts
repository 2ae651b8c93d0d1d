import type { CalendarLevel } from '@mantine/dates';
import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { dayDate, siteDay } from '../../lib/dates/dates.ts';
import { now } from '../../lib/dates/now.ts';

const ofDay = (day: string) => `[data-day="${day}"]`;

/**
 * Keyboard navigation from day to day that continues across months: the calendar shows the month of the focused day.
 * Mantine's own keys stop at the end of the month and lack Home, End, Page Up and Page Down.
 */
export function useCalendarKeys(
  /** The day that has the focus first. */
  start: string,
  /** The day to which a key moves from another; null when it does not move. */
  dayFor: (from: string, event: KeyboardEvent) => string | null,
) {
  const [shown, setShown] = useState(start);
  const [level, setLevel] = useState<CalendarLevel>('month');

  function press(event: KeyboardEvent<HTMLElement>) {
    const at = event.target as HTMLElement;
    const from = at.dataset.day;
    if (from === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = dayFor(from, event);
    if (to === null) return;
    event.preventDefault();
    // Mantine handles the arrows, too.
    event.stopPropagation();
    const calendar = at.closest('[data-calendar]');
    flushSync(() => setShown(to));
    calendar?.querySelector<HTMLElement>(ofDay(to))?.focus();
  }

  /** Mantine replaces the button that was pressed, so that the focus would leave the dialog. */
  function changeLevel(next: CalendarLevel) {
    const calendar = document.activeElement?.closest('[data-calendar]');
    flushSync(() => setLevel(next));
    calendar?.querySelector<HTMLElement>('table [tabindex="0"]')?.focus();
  }

  return {
    /** To be called when the calendar opens. */
    reset: () => {
      setShown(start);
      setLevel('month');
    },
    /** `onKeyDownCapture` of an element around the calendar. */
    press,
    /** Props of the calendar. */
    calendar: {
      date: shown,
      onDateChange: setShown,
      level,
      onLevelChange: changeLevel,
      getDayProps: (day: string) => ({
        'data-day': day,
        'data-autofocus': day === start || undefined,
        // Mantine marks the day of the device, which may be in another zone.
        'data-site-today': day === siteDay(now()) || undefined,
      }),
    },
  };
}

type Move = (day: Dayjs, isFar: boolean) => Dayjs;

/** The keys of the ARIA date picker (https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/). */
const moves: Readonly<Record<string, Move>> = {
  ArrowLeft: day => day.subtract(1, 'day'),
  ArrowRight: day => day.add(1, 'day'),
  ArrowUp: day => day.subtract(7, 'day'),
  ArrowDown: day => day.add(7, 'day'),
  // A week starts on Monday, which is 1; Sunday is 0.
  Home: day => day.subtract((day.day() + 6) % 7, 'day'),
  End: day => day.add((7 - day.day()) % 7, 'day'),
  PageUp: (day, isFar) => day.subtract(1, isFar ? 'year' : 'month'),
  PageDown: (day, isFar) => day.add(1, isFar ? 'year' : 'month'),
};

interface Choice {
  readonly today: string;
  /** The only past day that can be selected, or null. */
  readonly originalDay: string | null;
  /** The last day that can be selected, if there is one. */
  readonly lastDay?: string | undefined;
}

/** Whether this day can be selected. Days are texts such as `2026-12-05`. */
export const isSelectable = (day: string, { today, originalDay, lastDay }: Choice): boolean =>
  (day >= today && (lastDay === undefined || day <= lastDay)) || day === originalDay;

/** The day to which a key moves in the calendar: the nearest selectable day; null when the key does not move. */
export function dayForKey(
  from: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  choice: Choice,
): string | null {
  const move = moves[key];
  if (move === undefined) return null;
  const to = move(dayjs(from), shiftKey).format('YYYY-MM-DD');
  if (isSelectable(to, choice)) return to;
  const { today, originalDay, lastDay } = choice;
  if (lastDay !== undefined && to > lastDay) return lastDay;
  return to < from && originalDay !== null && originalDay < today ? originalDay : today;
}

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
