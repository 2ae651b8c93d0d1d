import { CalendarLeaf } from '../../../components/calendar-leaf.tsx';
import { longDate } from '../../../lib/dates.ts';
import classes from './activity-when.module.css';

/** The leaf of the calendar beside the long date. */
export function ActivityWhen({ date }: { date: string }) {
  return (
    <div className={classes.when}>
      <CalendarLeaf date={date} />
      <time dateTime={date} className={classes.words}>
        {longDate(date)}
      </time>
    </div>
  );
}
