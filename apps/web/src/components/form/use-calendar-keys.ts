import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';

const ofDay = (day: string) => `[data-day="${day}"]`;

/**
 * A calendar on which keys lead from day to day, across months, too: the one that is shown follows the focus. Mantine's
 * own keys end with the month, and know neither Home and End nor Page Up and Page Down.
 */
export function useCalendarKeys(
  /** Where the focus begins. */
  start: string,
  /** The day to which a key leads from another; null: none. */
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
    // Mantine has an answer of its own to the arrows.
    event.stopPropagation();
    const calendar = at.closest('[data-calendar]');
    flushSync(() => setShown(to));
    calendar?.querySelector<HTMLElement>(ofDay(to))?.focus();
  }

  return {
    /** When the calendar opens. */
    begin: () => setShown(start),
    /** Of what lies around the calendar. */
    press,
    /** Of the calendar. */
    calendar: {
      date: shown,
      onDateChange: setShown,
      getDayProps: (day: string) => ({ 'data-day': day, 'data-autofocus': day === start || undefined }),
    },
  };
}
