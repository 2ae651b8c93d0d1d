import { VisuallyHidden } from '@mantine/core';
import type { WeekCount } from '@minga/contract/administration/week-count';
import { type CSSProperties, useId } from 'react';
import { calendarLeafParts, dayDate } from '../../../../lib/dates.ts';
import { digits } from '../../../../lib/digits.ts';
import classes from './week-chart.module.css';

interface Props {
  title: string;
  weeks: readonly WeekCount[];
}

/** Longer numbers do not fit above a bar. */
const ABOVE_A_BAR_MAX = 99_999;

/** The count of each week: a list of numbers with bars, side by side on wide screens. */
export function WeekChart({ title, weeks }: Props) {
  const headingId = useId();
  const most = Math.max(1, ...weeks.map(({ count }) => count));
  return (
    <div className={classes.chart}>
      <h3 id={headingId} className={classes.title}>
        {title}
      </h3>
      <p className={classes.hint}>Por semanas, desde el lunes. La última no ha terminado.</p>
      <ol
        aria-labelledby={headingId}
        className={classes.weeks}
        data-rows={most > ABOVE_A_BAR_MAX || undefined}
      >
        {weeks.map(({ week, count }) => (
          <li key={week} className={classes.week} style={{ '--minga-share': count / most } as CSSProperties}>
            <span className={classes.when}>
              <VisuallyHidden>{`Semana del ${dayDate(noon(week), 'UTC')}: `}</VisuallyHidden>
              <span aria-hidden="true">{shortDay(week)}</span>
            </span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.bar} />
            </span>
            <span className={classes.count}>{digits(count)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The week is a day in the site's time zone, so it is formatted in UTC. */
const noon = (week: string) => new Date(`${week}T12:00:00Z`);

function shortDay(week: string): string {
  const { day, month } = calendarLeafParts(noon(week), 'UTC');
  return `${day} ${month}`;
}
