import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { EventWhen } from '../../../components/event-when.tsx';
import { closestActivities } from '../api/closest-activities.ts';
import type { Closest } from '../closest-filters.ts';
import { distanceText } from '../distance-text.ts';
import { fromList } from '../list-origin.ts';
import { withDefaultDate } from '../search-filters.ts';
import classes from './closest-results.module.css';

/** What comes closest to a search that found nothing. Renders nothing if that is nothing either. */
export function ClosestResults({ closest: { title, filters } }: { closest: Closest }) {
  const headingId = useId();
  const { data } = useQuery(closestActivities(withDefaultDate(filters)));
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={classes.closest}>
      <h2 id={headingId} className={classes.title}>
        {title}
      </h2>
      <ul className={classes.list}>
        {data.rows.map(({ _id, title, date, endDate, place, distanceKm }) => (
          <li key={_id} className={classes.entry}>
            <Link to="/actividades/$id" params={{ id: _id }} state={fromList} className={classes.link}>
              {title}
            </Link>
            <EventWhen date={date} endDate={endDate} />
            <p className={classes.place}>
              {[place, distanceKm !== undefined && distanceText(distanceKm)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
