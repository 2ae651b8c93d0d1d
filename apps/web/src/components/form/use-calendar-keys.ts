import type { CalendarLevel } from '@mantine/dates';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';

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
      getDayProps: (day: string) => ({ 'data-day': day, 'data-autofocus': day === start || undefined }),
    },
  };
}
