import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CardSkeletons } from '../../../components/card-skeleton.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { now } from '../../../lib/now.ts';
import { ownAttendances } from '../../../lib/own-attendances.ts';
import { type Attended, attendedGroups } from '../attended-groups.ts';
import { countedTitle } from '../counted-title.ts';
import { ActivityGrid } from './activity-grid.tsx';
import lineClasses from './attended-lines.module.css';
import { AttendedLines } from './attended-lines.tsx';
import { DoorDuties } from './door-duties.tsx';
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

/** /tasks/voy-a-ir: the activities that the user attends: those to tell about, what comes next, the rest in lines, the past folded. */
export function AttendedView({ attendance, afterwards, ownCode }: Props) {
  const { data, error, refetch } = useQuery(ownAttendances);
  const groups = data && attendedGroups(data, activity => Boolean(afterwards(activity)), now());
  return (
    <>
      <PageHeading
        title={countedTitle(HEADING, groups?.upcoming)}
        windowTitle={HEADING}
        action={
          <Button variant="default" renderRoot={props => <Link to="/mis-horas" {...props} />}>
            Mis horas
          </Button>
        }
      />
      <DoorDuties />
      {!data && !error && <CardSkeletons text="Cargando actividades..." />}
      {!data && error && <ErrorPanel error={error} retry={() => void refetch()} />}
      {groups && <Groups {...groups} {...{ attendance, afterwards, ownCode }} />}
    </>
  );
}

function Groups({
  recent,
  late,
  cards,
  later,
  past,
  attendance,
  afterwards,
  ownCode,
}: Props & ReturnType<typeof attendedGroups>) {
  const hasNone = recent.length + late.length + cards.length === 0;
  const isNextFirst = recent.length + late.length === 0;
  return (
    <>
      {recent.length > 0 && (
        <>
          <h2 className={classes.heading}>¿Cómo te fue?</h2>
          <ActivityGrid activities={recent} order={3} attendance={afterwards} controls={ownCode} isUrgent />
        </>
      )}
      {late.length > 0 && (
        <>
          {recent.length > 0 && <p className={classes.divider}>Acaban de pasar</p>}
          <ActivityGrid
            activities={late}
            order={2}
            attendance={attendance}
            controls={ownCode}
            isUrgent={recent.length === 0}
          />
        </>
      )}
      {hasNone && <NoAttendances />}
      {cards.length > 0 && (
        <>
          {!isNextFirst && <p className={classes.divider}>Lo que viene</p>}
          <ActivityGrid
            activities={cards}
            order={2}
            attendance={attendance}
            controls={ownCode}
            isUrgent={isNextFirst}
          />
        </>
      )}
      {later.length > 0 && (
        <>
          <h2 className={`${lineClasses.heading} ${lineClasses.later}`}>
            {countedTitle('Más adelante', later.flat().length)}
          </h2>
          <AttendedLines entries={later} />
        </>
      )}
      {past.length > 0 && <Past past={past} isOpen={hasNone} action={afterwards} />}
    </>
  );
}

interface PastProps {
  readonly past: readonly Attended[];
  readonly isOpen: boolean;
  readonly action: Props['afterwards'];
}

const Past = ({ past, isOpen, action }: PastProps) => (
  <details className={lineClasses.fold} open={isOpen}>
    <summary className={lineClasses.summary}>
      <h2 className={lineClasses.heading}>{countedTitle('Actividades Pasadas', past.length)}</h2>
      <IconChevronDown size={24} className={lineClasses.arrow} aria-hidden />
    </summary>
    <AttendedLines entries={past.map(row => [row] as const)} action={action} />
  </details>
);

const NoAttendances = () => (
  <EmptyState
    drawing="people"
    title="Ahora no tienes ninguna asistencia confirmada"
    text="Cuando confirmes que vas a una actividad la verás aquí, también sin internet."
  >
    <Button renderRoot={props => <Link to="/tasks/lista" {...props} />}>Buscar una actividad</Button>
  </EmptyState>
);
