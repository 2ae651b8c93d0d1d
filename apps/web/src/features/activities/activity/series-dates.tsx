import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { longDate } from '../../../lib/dates/dates.ts';
import classes from './activity.module.css';
import { seriesDates } from './series-dates-api.ts';

interface Props {
  readonly activity: Pick<Activity, '_id'>;
  readonly seriesId: string;
  readonly heading?: string;
  /** The target of a date's link; by default its public page. */
  readonly to?: '/actividades/$id' | '/tasks/$id/mensajes';
}

/** The other occurrences of the series that are to come. Renders nothing while there are none or they load. */
export function SeriesDates({
  activity,
  seriesId,
  heading = 'Otras fechas',
  to = '/actividades/$id',
}: Props) {
  const { data = [] } = useQuery(seriesDates(seriesId));
  const others = data.filter(({ _id }) => _id !== activity._id);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="series-dates" className={classes.dates}>
      <h2 id="series-dates" className={classes.heading}>
        {heading}
      </h2>
      <ul className={classes.list}>
        {others.map(({ _id, date }) => (
          <li key={_id}>
            <Link to={to} params={{ id: _id }} className="target link">
              {longDate(date)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
