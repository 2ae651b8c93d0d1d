import { longDate } from '../lib/dates.ts';
import { siteZoneName } from '../lib/site-zone-name.ts';
import { useClientValue } from '../lib/use-client-value.ts';
import { CalendarLeaf } from './calendar-leaf.tsx';
import classes from './event-when.module.css';

/** The calendar leaf next to the long date; from another time zone, with the name of the site's. */
export function EventWhen({ date }: { date: string }) {
  const zone = useClientValue(siteZoneName(date), '');
  return (
    <div className={classes.when}>
      <CalendarLeaf date={date} />
      {/* Browsers may format dates a little differently from the server: its text stays. */}
      <div className={classes.words}>
        <time dateTime={date} suppressHydrationWarning>
          {longDate(date)}
        </time>
        {zone !== '' && <span className={classes.zone}>{zone}</span>}
      </div>
    </div>
  );
}
