import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CalendarLeaf } from '../../../components/brand/calendar-leaf.tsx';
import { CardSkeletons } from '../../../components/page/card-skeleton.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { ownAttendances } from '../../../lib/attendance/own-attendances.ts';
import { clockTime, shortDate } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { counted, digits } from '../../../lib/digits.ts';
import { ActivityGrid } from '../activity-grid.tsx';
import { DoorLink } from '../door-link.tsx';
import { doorActivities } from '../lists-api.ts';
import { countedTitle, fromList } from '../model.ts';
import { type Attended, attendedGroups } from './attended-groups.ts';
import classes from './own-activities.module.css';

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
          <Button
            variant="default"
            className={classes.hours}
            renderRoot={props => <Link to="/mis-horas" {...props} />}
          >
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
          <h2 className={`title ${classes.heading}`}>¿Cómo te fue?</h2>
          <ActivityGrid activities={recent} order={3} attendance={afterwards} controls={ownCode} isUrgent />
        </>
      )}
      {late.length > 0 && (
        <>
          {recent.length > 0 && <p className={`row soft strong ${classes.divider}`}>Acaban de pasar</p>}
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
          {!isNextFirst && <p className={`row soft strong ${classes.divider}`}>Lo que viene</p>}
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
          <h2 className={`title ${classes.later}`}>{countedTitle('Más adelante', later.flat().length)}</h2>
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
  <details className={classes.fold} open={isOpen}>
    <summary className={`row ${classes.summary}`}>
      <h2 className="title">{countedTitle('Actividades Pasadas', past.length)}</h2>
      <IconChevronDown size={24} className={classes.arrow} aria-hidden />
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

/** Above what the user attends: where the user receives people at the door. Nothing for everybody else. */
function DoorDuties() {
  const { data } = useQuery(doorActivities);
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <section aria-labelledby="puertas" className={classes.duties}>
      <h2 id="puertas" className="title">
        Recibes en la puerta
      </h2>
      <p className={`soft ${classes.hint}`}>El día de la actividad la puerta se abre desde aquí.</p>
      <AttendedLines
        entries={data.rows.map(task => [{ task, checkedInAt: null }] as const)}
        action={doorOf}
      />
    </section>
  );
}

const doorOf = (activity: Activity) => <DoorLink activity={activity} />;

type Listed = Pick<Attended, 'checkedInAt'> & { readonly task: Activity };
type Entry = readonly [Listed, ...Listed[]];

interface AttendedLinesProps {
  /** Several dates of a series are one entry. */
  readonly entries: readonly Entry[];
  /** Controls of an activity, below its line. */
  readonly action?: (activity: Activity) => ReactNode;
}

const PAGE = 10;

/** Activities of 'Voy a ir' with one line each, ten at first. */
function AttendedLines({ entries, action }: AttendedLinesProps) {
  const [shown, setShown] = useState(PAGE);
  const list = useRef<HTMLUListElement>(null);

  // The button that was pressed may be gone.
  useEffect(() => {
    if (shown > PAGE) list.current?.children[shown - PAGE]?.querySelector<HTMLElement>('a, summary')?.focus();
  }, [shown]);

  return (
    <>
      <ul ref={list} className={`card ${classes.lines}`}>
        {entries.slice(0, shown).map(entry => (
          <li key={entry[0].task._id} className={classes.line}>
            <CalendarLeaf date={entry[0].task.date} />
            {entry.length === 1 ? <Line row={entry[0]} /> : <Series entry={entry} />}
            {action?.(entry[0].task)}
          </li>
        ))}
      </ul>
      {entries.length > shown && (
        <Button
          variant="default"
          fullWidth
          onClick={() => setShown(shown + PAGE)}
        >{`Ver más (${digits(entries.length - shown)})`}</Button>
      )}
    </>
  );
}

const Line = ({ row: { task, checkedInAt } }: { readonly row: Listed }) => (
  <div>
    <Link to="/actividades/$id" params={{ id: task._id }} state={fromList} className={classes.title}>
      {task.title}
    </Link>
    <span className={`cluster soft small ${classes.facts}`}>
      <Time date={task.date} />
      {checkedInAt !== null && (
        <span className={`row strong ${classes.arrived}`}>
          <IconCheck size={18} aria-hidden />
          Llegaste
        </span>
      )}
    </span>
  </div>
);

/** The dates of a series: the next one in the line, all of them unfolded. */
const Series = ({ entry }: { readonly entry: Entry }) => (
  <details>
    <summary className={`row ${classes.summary}`}>
      <span>
        <span className={classes.name}>{entry[0].task.title}</span>
        <span
          className={`cluster soft small ${classes.facts}`}
        >{`${counted(entry.length, 'fecha', 'fechas')} más`}</span>
      </span>
      <IconChevronDown size={20} className={classes.arrow} aria-hidden />
    </summary>
    <ul>
      {entry.map(({ task: { _id: id, date } }) => (
        <li key={id}>
          <Link to="/actividades/$id" params={{ id }} state={fromList} className="target link">
            <Time date={date} />
          </Link>
        </li>
      ))}
    </ul>
  </details>
);

const Time = ({ date }: { readonly date: string }) => (
  <time dateTime={date}>{`${shortDate(date)}, ${clockTime(date)}`}</time>
);
