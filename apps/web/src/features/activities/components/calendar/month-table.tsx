import { monthName, monthOf } from '../../month-grid.ts';
import { DayCell } from './day-cell.tsx';
import type { FoundByDay, MonthParts } from './month-parts.ts';
import classes from './month-table.module.css';

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];

interface Props extends MonthParts {
  weeks: readonly (readonly string[])[];
  found: FoundByDay;
}

/** The month as a table: a row for each week, from Monday. */
export const MonthTable = ({ month, today, filters, weeks, found }: Props) => (
  <table className={classes.table}>
    <caption className={classes.caption}>{monthName(month)}</caption>
    <thead>
      <tr>
        {WEEKDAYS.map(name => (
          <th key={name} scope="col" abbr={name} className={classes.weekday}>
            <span aria-hidden="true">{name.slice(0, 3)}</span>
            <span className={classes.full}>{name}</span>
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
              entries={found.get(day) ?? []}
            />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
