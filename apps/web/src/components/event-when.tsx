import { clockTime, isSameDay, longDate, siteZoneName } from '../lib/dates/dates.ts';
import { useClientValue } from '../lib/use-client-value.ts';
import { CalendarLeaf } from './brand/calendar-leaf.tsx';
import classes from './event-when.module.css';

interface Props {
  date: string;
  endDate?: string | null;
}

/** The calendar leaf next to the long date and the end, if there is one; from another time zone, with the name of the site's. */
export function EventWhen({ date, endDate = null }: Props) {
  const zone = useClientValue(siteZoneName(date), '');
  return (
    <div className={classes.when}>
      <CalendarLeaf date={date} />
      {/* Browsers may format dates a little differently from the server: its text stays. */}
      <div className={classes.words}>
        <time dateTime={date} suppressHydrationWarning>
          {longDate(date)}
        </time>
        {endDate !== null && (
          <time dateTime={endDate} className={classes.end} suppressHydrationWarning>
            {untilText(date, endDate)}
          </time>
        )}
        {zone !== '' && <span className={`soft small ${classes.zone}`}>{zone}</span>}
      </div>
    </div>
  );
}

/** 'hasta las 11:00 a. m.', or with the day if it is another. */
function untilText(date: string, endDate: string): string {
  const time = clockTime(endDate);
  if (!isSameDay(date, endDate)) return `hasta el ${longDate(endDate)}`;
  return `hasta ${time.startsWith('1:') ? 'la' : 'las'} ${time}`;
}
