import { calendarLeafParts } from '../../lib/dates/dates.ts';
import classes from '../event-when.module.css';

/** A tear-off calendar page. Decorative: the long date next to it has the same content as text. */
export function CalendarLeaf({ date }: { date: string }) {
  const { weekday, day, month } = calendarLeafParts(date);
  return (
    <span className={classes.leaf} aria-hidden="true">
      <span className={classes.month} suppressHydrationWarning>
        {month}
      </span>
      <span className={classes.day} suppressHydrationWarning>
        {day}
      </span>
      <span className={classes.weekday} suppressHydrationWarning>
        {weekday}
      </span>
    </span>
  );
}
