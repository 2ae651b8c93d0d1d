import { Link } from '@tanstack/react-router';
import { digits } from '../../../../lib/digits.ts';
import { dayName } from '../../month-grid.ts';
import type { MonthParts } from './month-parts.ts';
import classes from './more-link.module.css';

interface Props extends Pick<MonthParts, 'today' | 'filters'> {
  day: string;
  count: number;
}

/** The activities of a day beyond those shown: the catalogue has them, or the page of the collective. */
export function MoreLink({ day, today, filters, count }: Props) {
  const text = `y ${digits(count)} más`;
  const label = `${text} el ${dayName(day)}`;
  const { colectivo, ...others } = filters;
  return colectivo === undefined ? (
    <Link
      to="/actividades"
      // The catalogue shows upcoming activities unless its address names the past.
      search={{ ...others, desde: day, hasta: day, date: day < today ? 'pasadas' : undefined }}
      aria-label={label}
      className={classes.more}
    >
      {text}
    </Link>
  ) : (
    <Link to="/colectivos/$slug" params={{ slug: colectivo }} aria-label={label} className={classes.more}>
      {text}
    </Link>
  );
}
