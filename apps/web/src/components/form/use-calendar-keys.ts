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

  return {
    /** To be called when the calendar opens. */
    reset: () => setShown(start),
    /** `onKeyDownCapture` of an element around the calendar. */
    press,
    /** Props of the calendar. */
    calendar: {
      date: shown,
      onDateChange: setShown,
      getDayProps: (day: string) => ({ 'data-day': day, 'data-autofocus': day === start || undefined }),
    },
  };
}
