import { Button } from '@mantine/core';
import { IconCalendarHeart, IconCompass, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { longDate } from '../../../lib/dates/dates.ts';
import { oneActivity } from '../api.ts';
import classes from './activity.module.css';
import { seriesDates } from './series-dates-api.ts';

interface Props {
  /** Of an activity that is past. */
  readonly activityId: string;
  /** False where the page lists the other dates itself. */
  readonly hasNextDate: boolean;
}

const icon = { size: 20, 'aria-hidden': true } as const;

/** After an activity: the next date of its series, its collective, and other activities. */
export function WhatNext({ activityId, hasNextDate }: Props) {
  const id = useId();
  const { data: activity } = useQuery(oneActivity(activityId));
  const seriesId = hasNextDate ? activity?.series?._id : undefined;
  const { data: dates = [] } = useQuery({ ...seriesDates(seriesId ?? ''), enabled: seriesId !== undefined });
  const next = dates.find(({ _id }) => _id !== activityId);
  const collective = activity?.collective;
  return (
    <section aria-labelledby={id} className={`stack ${classes.next}`}>
      <h2 id={id} className={classes.whatNextTitle}>
        ¿Y ahora?
      </h2>
      {next && (
        <>
          <p className={classes.text}>{`La próxima es el ${longDate(next.date)}`}</p>
          <Button
            leftSection={<IconCalendarHeart {...icon} />}
            renderRoot={props => <Link to="/actividades/$id" params={{ id: next._id }} {...props} />}
          >
            Ver la próxima fecha
          </Button>
        </>
      )}
      {collective && (
        <>
          <p className={classes.text}>
            La organizó <strong>{collective.name}</strong>. Si lo sigues, te contamos lo que viene.
          </p>
          <Button
            variant="default"
            leftSection={<IconUsersGroup {...icon} />}
            renderRoot={props => (
              <Link to="/colectivos/$slug" params={{ slug: collective.slug }} {...props} />
            )}
          >
            Ver el colectivo
          </Button>
        </>
      )}
      <Button
        variant="default"
        leftSection={<IconCompass {...icon} />}
        renderRoot={props => <Link to="/actividades" {...props} />}
      >
        Buscar otra actividad
      </Button>
    </section>
  );
}
