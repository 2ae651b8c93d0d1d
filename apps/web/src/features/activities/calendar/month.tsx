import type { Activity } from '@minga/contract/activities';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { clockTime } from '../../../lib/dates/dates.ts';
import { counted, digits } from '../../../lib/digits.ts';
import type { CalendarFilters } from '../search.ts';
import classes from './calendar.module.css';
import { type DayEntry, dayName, monthName, monthOf, shiftMonth } from './month-grid.ts';

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];

interface Props extends MonthParts {
  weeks: readonly (readonly string[])[];
  found: FoundByDay;
}

/** The month as a table: a row for each week, from Monday. */
export const MonthTable = ({ month, today, filters, mark, weeks, found }: Props) => (
  <table className={classes.table}>
    <caption className={classes.caption}>{monthName(month)}</caption>
    <thead>
      <tr>
        {WEEKDAYS.map(name => (
          <th key={name} scope="col" abbr={name} className={classes.weekday}>
            <span aria-hidden="true">{name.slice(0, 3)}</span>
            <span className="unseen">{name}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeks.map(week => (
        <tr key={week[0]}>
          {week.map(day => (
            <DayCell
              key={day}
              day={day}
              isInMonth={monthOf(day) === month}
              isToday={day === today}
              today={today}
              filters={filters}
              mark={mark}
              entries={found.get(day) ?? []}
            />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** A longer day ends with a link to the catalogue. */
const SHOWN_MAX = 10;

interface MonthAgendaProps extends MonthParts {
  days: readonly string[];
  found: FoundByDay;
}

/** On phones: the days of the month that have something, in the present month from today on, with the earlier ones folded at the end. */
export function MonthAgenda({ month, today, filters, mark, days, found }: MonthAgendaProps) {
  const shown = days.filter(day => monthOf(day) === month && found.has(day));
  const past = month === monthOf(today) ? shown.filter(day => day < today) : [];
  const section = (day: string) => (
    <AgendaDay
      key={day}
      day={day}
      today={today}
      filters={filters}
      mark={mark}
      entries={found.get(day) ?? []}
    />
  );
  const following = shiftMonth(month, 1);
  return (
    <div className={classes.agenda}>
      {shown.slice(past.length).map(section)}
      {past.length > 0 && past.length === shown.length && following !== null && (
        <p className="bar">
          <span>Este mes no hay más.</span>
          <Link
            to="/calendario"
            search={{ ...filters, mes: following }}
            rel="nofollow"
            className="target link"
          >
            {`Ver ${monthName(following)}`}
          </Link>
        </p>
      )}
      {past.length > 0 && (
        // A press on one of its days in the table unfolds it.
        <details className={classes.past}>
          <summary className="target link">
            {`Ya pasaron: ${counted(past.length, 'día con actividades', 'días con actividades')}`}
          </summary>
          <div className={classes.days}>{past.map(section)}</div>
        </details>
      )}
    </div>
  );
}

interface AgendaDayProps extends Pick<MonthParts, 'today' | 'filters' | 'mark'> {
  day: string;
  entries: readonly DayEntry[];
}

/** A day with its activities in order. */
const AgendaDay = ({ day, today, filters, mark, entries }: AgendaDayProps) => (
  <section id={dayAnchor(day)} aria-labelledby={`${dayAnchor(day)}-titulo`}>
    <h2 id={`${dayAnchor(day)}-titulo`} className={`row ${classes.day}`}>
      <span>{dayName(day)}</span>
      {day === today && <span className={classes.today}>Hoy</span>}
    </h2>
    <ul className={classes.entries}>
      {entries.slice(0, SHOWN_MAX).map(item => (
        <li key={item.entry._id}>
          <EntryLink item={item} mark={mark} />
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

/** As many as a cell has room for. */
const DAY_CELL_SHOWN_MAX = 4;

interface DayCellProps extends Pick<MonthParts, 'today' | 'filters' | 'mark'> {
  day: string;
  isInMonth: boolean;
  isToday: boolean;
  entries: readonly DayEntry[];
}

/** A day: its activities, or on phones their count, which leads to the list below the table. */
function DayCell({ day, isInMonth, isToday, today, filters, mark, entries }: DayCellProps) {
  const count = entries.length;
  const shown = entries.slice(0, DAY_CELL_SHOWN_MAX);
  const look = [classes.monthTableDay, !isInMonth && classes.other, isToday && classes.monthTableToday]
    .filter(Boolean)
    .join(' ');
  return (
    <td className={look} aria-current={isToday ? 'date' : undefined}>
      <time dateTime={day}>
        <span aria-hidden="true" className={classes.number}>
          {Number(day.slice(-2))}
        </span>
        <span className="unseen">{dayName(day)}</span>
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
        <ul className={classes.monthTableEntries}>
          {shown.map(item => (
            <li key={item.entry._id}>
              <EntryLink item={item} mark={mark} isCompact />
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

interface EntryLinkProps extends Pick<MonthParts, 'mark'> {
  item: DayEntry;
  /** In a cell: without the place. */
  isCompact?: boolean;
}

/** An activity on one of its days: its time, its title, and whether the user goes. */
const EntryLink = ({ item: { entry, isContinued }, mark, isCompact = false }: EntryLinkProps) => (
  <Link
    to="/actividades/$id"
    params={{ id: entry._id }}
    className={isCompact ? `${classes.entry} ${classes.compact}` : classes.entry}
  >
    {/* Browsers may format times a little differently from the server: its text stays. */}
    <span className={`fine strong ${classes.time}`} suppressHydrationWarning>
      {isContinued ? 'Sigue' : clockTime(entry.date)}
    </span>{' '}
    <span className="strong">{entry.title}</span> {mark(entry)}
    {!isCompact && entry.place !== '' && (
      <span className={`soft small ${classes.place}`}>{` ${entry.place}`}</span>
    )}
  </Link>
);

interface MoreLinkProps extends Pick<MonthParts, 'today' | 'filters'> {
  day: string;
  count: number;
}

/** The activities of a day beyond those shown: the catalogue has them, or the page of the collective. */
function MoreLink({ day, today, filters, count }: MoreLinkProps) {
  const text = `y ${digits(count)} más`;
  const label = `${text} el ${dayName(day)}`;
  const { colectivo, ...others } = filters;
  return colectivo === undefined ? (
    <Link
      to="/actividades"
      // The catalogue shows upcoming activities unless its address names the past.
      search={{ ...others, desde: day, hasta: day, date: day < today ? 'pasadas' : undefined }}
      aria-label={label}
      className={`link fine ${classes.more}`}
    >
      {text}
    </Link>
  ) : (
    <Link
      to="/colectivos/$slug"
      params={{ slug: colectivo }}
      aria-label={label}
      className={`link fine ${classes.more}`}
    >
      {text}
    </Link>
  );
}

/** What the parts of the calendar share. */
export interface MonthParts {
  /** '2026-12' */
  readonly month: string;
  /** '2026-12-05', on the site's calendar. */
  readonly today: string;
  readonly filters: CalendarFilters;
  /** Renders a mark such as 'Vas'. */
  readonly mark: (entry: Pick<Activity, '_id'>) => ReactNode;
}

export type FoundByDay = ReadonlyMap<string, readonly DayEntry[]>;

/** The anchor of a day in the list below the table. */
const dayAnchor = (day: string): string => `dia-${day}`;
