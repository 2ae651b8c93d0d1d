import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconCircleCheck, IconHeartHandshake } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { leftText } from '../../lib/attendance/people-text.ts';
import { clockTime } from '../../lib/dates/dates.ts';
import { useNow } from '../../lib/dates/now.ts';
import { shortDayText } from '../../lib/dates/when-text.ts';
import { DOT } from '../../lib/dot.ts';
import classes from './activity-attendance.module.css';
import {
  type Attendable,
  cancelPreload,
  confirmPreload,
  Others,
  useAttendanceDialogs,
  useOwnAttendance,
} from './attendance-button.tsx';
import type { AttendanceState, Viewer } from './model.ts';

// Only for viewers who attend or wait.
const loadTicket = () => import('./ticket.tsx');
const Ticket = lazy(() => loadTicket().then(module => ({ default: module.Ticket })));
const BarCode = lazy(() => loadTicket().then(module => ({ default: module.BarCode })));

interface Parts {
  readonly panel: ReactNode;
  readonly hasTicket: boolean;
  readonly chooseNeed: ((needId: string) => void) | null;
}

interface Props {
  readonly activity: Attendable & Pick<Activity, 'collective'>;
  readonly viewer: Viewer;
  readonly children: (parts: Parts) => ReactNode;
}

type Shown = AttendanceState | 'arrived' | 'past' | 'unpublished' | 'full';

/** The attendance of the viewer on the page of an activity: the result of what was done, and the bar with what can be done. */
export function ActivityAttendance({ activity, viewer, children }: Props) {
  const { own, state, checkedInAt } = useOwnAttendance(activity, viewer, true);
  const isWaiting = state === 'waiting' || state === 'offered';
  const [isNew, setNew] = useState(false);
  const { ref, confirm, cancel, dialogs } = useAttendanceDialogs(activity, viewer, isWaiting, {
    load: loadTicket,
    show: () => setNew(true),
  });
  const shown = shownState(activity, state);
  const hasTicket = shown === 'going';
  const isListed = hasTicket || isWaiting || shown === 'unsent' || shown === 'arrived';
  const panel = (
    <div ref={ref} tabIndex={-1} className={classes.panel}>
      {isListed && (
        <Suspense>
          <Ticket
            activity={activity}
            viewer={viewer}
            own={own}
            state={shown}
            checkedInAt={checkedInAt}
            isNew={isNew}
          />
        </Suspense>
      )}
      <Others activity={activity} viewer={viewer} onUndo={cancel} />
      <AttendanceBar
        activity={activity}
        viewer={viewer}
        state={shown}
        onConfirm={() => confirm()}
        onCancel={() => cancel()}
        onAnswer={() => document.getElementById(TICKET_ID)?.focus()}
      />
      {dialogs}
    </div>
  );
  return children({ panel, hasTicket, chooseNeed: shown === 'join' ? confirm : null });
}

/** The id of the section that the lazy ticket renders. */
const TICKET_ID = 'mi-asistencia';

function shownState(activity: Attendable, state: AttendanceState | 'arrived' | null): Shown {
  if (state === null) return 'past';
  if (state !== 'join') return state;
  // Admins can see a rejected or held activity, but they cannot join it.
  if (activity.status === 'rejected' || activity.isHeld) return 'unpublished';
  return activity.places.free === 0 && !activity.hasWaitingList ? 'full' : 'join';
}

interface BarProps extends Omit<Props, 'children'> {
  readonly state: Shown;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Leads to the question about an offered place. */
  readonly onAnswer: () => void;
}

const texts: Partial<Record<Shown, string>> = {
  going: 'Vas',
  waiting: 'En lista de espera',
  offered: 'Hay un cupo para ti',
  unsent: 'Por enviar',
  arrived: 'Ya llegaste',
  started: 'Ya comenzó',
  past: 'Ya pasó',
  own: 'La organizas tú',
  unpublished: 'No está publicada',
  full: 'Ya no hay cupos',
};

/** 'Vie 27 · 3:00 p. m. / quedan 5' and the one action of the viewer: at the foot of a phone's screen at any scroll position. */
function AttendanceBar({ activity, viewer, state, onConfirm, onCancel, onAnswer }: BarProps) {
  const day = useNow(now => `${shortDayText(activity.date, now)}${DOT}${clockTime(activity.date)}`);
  const text = texts[state] ?? leftText(activity.places);
  const isFull = activity.places.free === 0;
  return (
    <div className={classes.bar} data-foot-bar>
      <p className={classes.facts}>
        <span className={classes.day} suppressHydrationWarning>
          {day}
        </span>
        {text !== null && (
          <span className={state === 'going' ? `row strong ${classes.going}` : 'soft small'}>
            {state === 'going' && <IconCircleCheck size={18} aria-hidden />}
            <span>{text}</span>
          </span>
        )}
      </p>
      {state === 'join' && (
        <Button
          leftSection={<IconHeartHandshake size={20} aria-hidden />}
          aria-label={isFull ? 'Entrar a la lista de espera' : 'Asistir a actividad'}
          onClick={onConfirm}
          {...confirmPreload}
        >
          {isFull ? 'Lista de espera' : 'Asistir'}
        </Button>
      )}
      {(state === 'past' || state === 'full') && <WhatComes collective={activity.collective} />}
      {state === 'offered' && <Button onClick={onAnswer}>Responder</Button>}
      {state === 'going' && (
        <Suspense>
          <BarCode activity={activity} viewer={viewer} />
        </Suspense>
      )}
      {state === 'going' && (
        <Button variant="default" aria-label="Cancelar Asistencia" onClick={onCancel} {...cancelPreload}>
          Cancelar
        </Button>
      )}
      {state === 'waiting' && (
        <Button
          variant="default"
          aria-label="Salir de la lista de espera"
          onClick={onCancel}
          {...cancelPreload}
        >
          Salir
        </Button>
      )}
    </div>
  );
}

/** The way on for a visitor whose poster or link outlived its activity: to the collective that goes on organising, or to the agenda. */
const WhatComes = ({ collective }: Pick<Activity, 'collective'>) => (
  <Button
    renderRoot={props =>
      collective ? (
        <Link to="/colectivos/$slug" params={{ slug: collective.slug }} {...props} />
      ) : (
        <Link to="/actividades" {...props} />
      )
    }
  >
    Lo que viene
  </Button>
);
