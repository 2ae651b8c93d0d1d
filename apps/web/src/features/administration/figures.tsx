import { Link } from '@tanstack/react-router';
import { digits } from '../../lib/digits.ts';
import type { DashboardSearch } from './search.ts';
import classes from './statistics.module.css';

export interface Figure {
  readonly name: string;
  readonly count: number;
  /** The list of the counted entries. */
  readonly search?: DashboardSearch;
  /** A number above zero requires an action. */
  readonly isUrgent?: boolean;
}

/** Named numbers, with a link where there is a list. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={`cluster ${classes.row}`}>
    {figures.map(({ name, count, search, isUrgent = false }) => (
      <div key={name} className={classes.figure} data-urgent={(isUrgent && count > 0) || undefined}>
        <dt className={`soft ${classes.figureName}`}>{name}</dt>
        <dd className={classes.figureCount}>
          {search ? (
            <Link
              to="/admin-dashboard"
              search={search}
              className={classes.figureLink}
              aria-label={`${name}: ${digits(count)}`}
            >
              {digits(count)}
            </Link>
          ) : (
            digits(count)
          )}
        </dd>
      </div>
    ))}
  </dl>
);
