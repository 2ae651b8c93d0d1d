import { longDate } from '../lib/dates.ts';
import { CalendarLeaf } from './calendar-leaf.tsx';
import classes from './event-when.module.css';

/** The calendar leaf next to the long date. */
export function EventWhen({ date }: { date: string }) {
  return (
    <div className={classes.when}>
      <CalendarLeaf date={date} />
      <time dateTime={date} className={classes.words}>
        {longDate(date)}
      </time>
    </div>
  );
}
