import { leafParts } from '../lib/dates.ts';
import classes from './calendar-leaf.module.css';

/** A day torn off the calendar. Ornament beside the long date, which says the same in words. */
export function CalendarLeaf({ date }: { date: string }) {
  const { weekday, day, month } = leafParts(date);
  return (
    <span className={classes.leaf} aria-hidden="true">
      <span className={classes.month}>{month}</span>
      <span className={classes.day}>{day}</span>
      <span className={classes.weekday}>{weekday}</span>
    </span>
  );
}
