import { dayName, monthOf } from '../../month-grid.ts';
import { EntryLink } from './entry-link.tsx';
import classes from './month-agenda.module.css';
import { dayAnchor, type FoundByDay, type MonthParts } from './month-parts.ts';
import { MoreLink } from './more-link.tsx';

/** A longer day ends with a link to the catalogue. */
const SHOWN_MAX = 10;

interface Props extends MonthParts {
  days: readonly string[];
  found: FoundByDay;
}

/** On phones: the days of the month that have something, each with its activities. */
export const MonthAgenda = ({ month, today, filters, days, found }: Props) => (
  <div className={classes.agenda}>
    {days
      .filter(day => monthOf(day) === month && found.has(day))
      .map(day => {
        const entries = found.get(day) ?? [];
        return (
          <section key={day} id={dayAnchor(day)} aria-labelledby={`${dayAnchor(day)}-titulo`}>
            <h2 id={`${dayAnchor(day)}-titulo`} className={classes.day}>
              <span>{dayName(day)}</span>
              {day === today && <span className={classes.today}>Hoy</span>}
            </h2>
            <ul className={classes.entries}>
              {entries.slice(0, SHOWN_MAX).map(item => (
                <li key={item.entry._id}>
                  <EntryLink item={item} />
                </li>
              ))}
              {entries.length > SHOWN_MAX && (
                <li>
                  <MoreLink day={day} today={today} filters={filters} count={entries.length - SHOWN_MAX} />
                </li>
              )}
            </ul>
          </section>
        );
      })}
  </div>
);
