import { longDate } from '../lib/dates.ts';
import { CalendarLeaf } from './calendar-leaf.tsx';
import classes from './event-when.module.css';

/** The calendar leaf next to the long date. */
export function EventWhen({ date }: { date: string }) {
  return (
    <div className={classes.when}>
      <CalendarLeaf date={date} />
      {/* Browsers may format dates a little differently from the server: its text stays. */}
      <time dateTime={date} className={classes.words} suppressHydrationWarning>
        {longDate(date)}
      </time>
    </div>
  );
}
