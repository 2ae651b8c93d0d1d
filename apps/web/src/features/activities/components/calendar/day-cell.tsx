import { counted } from '../../../../lib/digits.ts';
import { type DayEntry, dayName } from '../../month-grid.ts';
import { EntryLink } from './entry-link.tsx';
import { dayAnchor, type MonthParts } from './month-parts.ts';
import classes from './month-table.module.css';
import { MoreLink } from './more-link.tsx';

/** As many as a cell has room for. */
const SHOWN_MAX = 4;

interface Props extends Pick<MonthParts, 'today' | 'filters'> {
  day: string;
  isInMonth: boolean;
  isToday: boolean;
  entries: readonly DayEntry[];
}

/** A day: its activities, or on phones their count, which leads to the list below the table. */
export function DayCell({ day, isInMonth, isToday, today, filters, entries }: Props) {
  const count = entries.length;
  const shown = entries.slice(0, SHOWN_MAX);
  const look = [classes.day, !isInMonth && classes.other, isToday && classes.today].filter(Boolean).join(' ');
  return (
    <td className={look} aria-current={isToday ? 'date' : undefined}>
      <time dateTime={day}>
        <span aria-hidden="true" className={classes.number}>
          {Number(day.slice(-2))}
        </span>
        <span className={classes.hidden}>{dayName(day)}</span>
      </time>
      {count > 0 && isInMonth && (
        <a
          href={`#${dayAnchor(day)}`}
          aria-label={`${dayName(day)}: ${counted(count, 'actividad', 'actividades')}`}
          className={classes.jump}
        >
          <span className={classes.count}>{count}</span>
        </a>
      )}
      {count > 0 && (
        <ul className={classes.entries}>
          {shown.map(item => (
            <li key={item.entry._id}>
              <EntryLink item={item} isCompact />
            </li>
          ))}
          {count > shown.length && (
            <li>
              <MoreLink day={day} today={today} filters={filters} count={count - shown.length} />
            </li>
          )}
        </ul>
      )}
    </td>
  );
}
