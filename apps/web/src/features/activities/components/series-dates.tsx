import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import linkClasses from '../../../components/text-link.module.css';
import { longDate } from '../../../lib/dates.ts';
import { seriesDates } from '../api/series-dates.ts';
import classes from './series-dates.module.css';

interface Props {
  readonly activity: Pick<Activity, '_id'>;
  readonly seriesId: string;
}

/** The other occurrences of the series that are to come. Renders nothing while there are none or they load. */
export function SeriesDates({ activity, seriesId }: Props) {
  const { data = [] } = useQuery(seriesDates(seriesId));
  const others = data.filter(({ _id }) => _id !== activity._id);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="series-dates" className={classes.dates}>
      <h2 id="series-dates" className={classes.heading}>
        Otras fechas
      </h2>
      <ul className={classes.list}>
        {others.map(({ _id, date }) => (
          <li key={_id}>
            <Link to="/actividades/$id" params={{ id: _id }} className={linkClasses.link}>
              {longDate(date)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
