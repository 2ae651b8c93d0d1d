import { Link } from '@tanstack/react-router';
import { clockTime } from '../../../../lib/dates.ts';
import type { DayEntry } from '../../month-grid.ts';
import classes from './entry-link.module.css';

interface Props {
  item: DayEntry;
  /** In a cell: without the place. */
  isCompact?: boolean;
}

/** An activity on one of its days: its time and its title. */
export const EntryLink = ({ item: { entry, isContinued }, isCompact = false }: Props) => (
  <Link
    to="/actividades/$id"
    params={{ id: entry._id }}
    className={isCompact ? `${classes.entry} ${classes.compact}` : classes.entry}
  >
    {/* Browsers may format times a little differently from the server: its text stays. */}
    <span className={classes.time} suppressHydrationWarning>
      {isContinued ? 'Sigue' : clockTime(entry.date)}
    </span>{' '}
    <span className={classes.title}>{entry.title}</span>
    {!isCompact && entry.place !== '' && <span className={classes.place}>{` ${entry.place}`}</span>}
  </Link>
);
