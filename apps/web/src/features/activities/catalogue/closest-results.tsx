import { searchActivities } from '@minga/contract/activities';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { EventWhen } from '../../../components/event-when.tsx';
import { activitiesKey } from '../../../lib/server/activities-key.ts';
import { callList } from '../../../lib/server/api.ts';
import { distanceText, fromList } from '../model.ts';
import { type SearchFilters, withDefaultDate } from '../search.ts';
import classes from './catalogue.module.css';
import type { Closest } from './filters.ts';

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
      <ul className={`stack ${classes.list}`}>
        {data.rows.map(({ _id, title, date, endDate, place, distanceKm }) => (
          <li key={_id} className={`stack card ${classes.entry}`}>
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

const SHOWN = 3;

/** The first activities that fit. They may depend on the device's position, and are not persisted. */
const closestActivities = (filters: SearchFilters) =>
  queryOptions({
    queryKey: [...activitiesKey, 'closest', filters],
    queryFn: ({ signal }) =>
      callList(searchActivities, { query: { ...filters, limit: SHOWN, offset: 0, series: 'next' }, signal }),
  });
