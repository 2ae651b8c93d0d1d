import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CardSkeletons } from '../../../components/card-skeleton.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { now } from '../../../lib/now.ts';
import { attendedActivities } from '../api/attended-activities.ts';
import { countedTitle } from '../counted-title.ts';
import { isPast } from '../state.ts';
import { ActivityGrid } from './activity-grid.tsx';
import classes from './own-activities-view.module.css';

interface Props {
  /** All must be memoized: the cards are rendered again when they change. */
  attendance: (activity: Activity) => ReactNode;
  /** The same of past activities. */
  afterwards: (activity: Activity) => ReactNode;
  /** The code for the door, also of an activity that has just ended. */
  ownCode: (activity: Activity) => ReactNode;
}

const HEADING = 'Voy a ir';
/** The question how it was comes the day after. */
const RECENT_MS = 3 * 24 * 60 * 60 * 1000;

const isRecent = ({ date, endDate }: Activity) =>
  now().getTime() - new Date(endDate ?? date).getTime() < RECENT_MS;

/** /tasks/voy-a-ir: the activities that the user attends: those to tell about, upcoming ones, the history. */
export function AttendedView({ attendance, afterwards, ownCode }: Props) {
  const { data, error, refetch } = useQuery(attendedActivities);
  const upcoming = data?.filter(activity => !isPast(activity)) ?? [];
  const ended = data?.filter(activity => isPast(activity)).reverse() ?? [];
  const recent = ended.filter(activity => isRecent(activity) && afterwards(activity));
  const past = ended.filter(activity => !recent.includes(activity));
  return (
    <>
      <PageHeading
        title={countedTitle(HEADING, data && upcoming.length)}
        windowTitle={HEADING}
        action={
          <Button variant="default" renderRoot={props => <Link to="/mis-horas" {...props} />}>
            Mis horas
          </Button>
        }
      />
      {!data && !error && <CardSkeletons text="Cargando actividades..." />}
      {!data && error && <ErrorPanel error={error} retry={() => void refetch()} />}
      {recent.length > 0 && (
        <>
          <h2 className={classes.heading}>¿Cómo te fue?</h2>
          <ActivityGrid activities={recent} order={3} attendance={afterwards} controls={ownCode} isUrgent />
          {upcoming.length > 0 && <p className={classes.divider}>Lo que viene</p>}
        </>
      )}
      {data && upcoming.length === 0 && recent.length === 0 && <NoAttendances />}
      <ActivityGrid
        activities={upcoming}
        order={2}
        attendance={attendance}
        controls={ownCode}
        isUrgent={recent.length === 0}
      />
      {past.length > 0 && (
        <>
          <p className={classes.divider}>Historial</p>
          <h2 className={classes.heading}>{countedTitle('Actividades Pasadas', past.length)}</h2>
          <ActivityGrid activities={past} order={3} attendance={afterwards} controls={ownCode} />
        </>
      )}
    </>
  );
}

const NoAttendances = () => (
  <EmptyState
    drawing="people"
    title="Ahora no tienes ninguna asistencia confirmada"
    text="Cuando confirmes que vas a una actividad la verás aquí, también sin internet."
  >
    <Button renderRoot={props => <Link to="/tasks/lista" {...props} />}>Buscar una actividad</Button>
  </EmptyState>
);
