import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { calendarLeafParts, clockTime, dayDate } from '../../../lib/dates/dates.ts';
import classes from './activity.module.css';
import { seriesDates } from './series-dates-api.ts';

interface Props {
  readonly activity: Pick<Activity, '_id'>;
  readonly seriesId: string;
  readonly heading?: string;
  /** The target of a date's link; by default its public page. */
  readonly to?: '/actividades/$id' | '/tasks/$id/$tab';
}

type Occurrence = Pick<Activity, '_id' | 'date'>;

/** The other occurrences of the series that are to come, by month. Renders nothing while there are none or they load. */
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
    <section aria-labelledby="series-dates">
      <h2 id="series-dates" className={classes.sectionTitle}>
        {heading}
      </h2>
      <dl className={`stack ${classes.months}`}>
        {byMonth(others).map(({ month, dates }) => (
          <div key={month} className="cluster">
            <dt className="soft small">{month}</dt>
            {dates.map(({ _id, date }) => (
              <dd key={_id}>
                <Link
                  to={to}
                  params={{ id: _id, tab: 'mensajes' }}
                  className={`target strong ${classes.date}`}
                  aria-label={`${chipText(date)} de ${month}, ${clockTime(date)}`}
                >
                  {chipText(date)}
                </Link>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** 'sáb 5' */
function chipText(date: string): string {
  const { weekday, day } = calendarLeafParts(date);
  return `${weekday} ${day}`;
}

/** 'diciembre de 2026' and its dates, in their order. */
function byMonth(dates: readonly Occurrence[]): { month: string; dates: Occurrence[] }[] {
  const months = new Map<string, Occurrence[]>();
  for (const date of dates) {
    const month = dayDate(date.date).replace(/^\d+ de /, '');
    months.set(month, [...(months.get(month) ?? []), date]);
  }
  return [...months].map(([month, inMonth]) => ({ month, dates: inMonth }));
}
