import type { PersonalAttendance } from '@minga/contract/personal-link';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { longDate } from '../../../lib/dates.ts';
import { now } from '../../../lib/now.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import {
  type CancelOutcome,
  forgetPersonalAttendance,
  isActivityDeleted,
  isInvalidLink,
  personalAttendance,
  personalKey,
} from '../api/personal-attendance.ts';
import { LinkRequestForm } from './link-request-form.tsx';
import { OwnDataFold } from './own-data-fold.tsx';
import { PersonalCancelled } from './personal-cancelled.tsx';
import { PersonalDates } from './personal-dates.tsx';
import { PersonalDeleted } from './personal-deleted.tsx';
import { PersonalDetails } from './personal-details.tsx';
import { PersonalErased } from './personal-erased.tsx';

const BAD_LINK =
  'El enlace no está completo, la asistencia ya fue cancelada, te quitaron de la lista, el cupo pasó a otra persona o la actividad fue eliminada. Escribe tu correo y te enviamos los de tus próximas actividades.';
const NO_LINK =
  'Al confirmar que vas te enviamos un enlace personal. Escribe tu correo y te lo enviamos otra vez.';

/**
 * /mi-asistencia, the page of a visitor's personal link (docs/rules.md R4.4, docs/rules.md R7.3). Opening it changes nothing, because
 * mail scanners open links.
 */
export function PersonalAttendanceView({ token, afterwards }: Afterwards & { token: string | undefined }) {
  if (token === undefined) return <LinkRequest title="Tu asistencia" lead={NO_LINK} />;
  return <AttendanceByLink token={token} afterwards={afterwards} />;
}

interface Afterwards {
  /** The person's hours, and what is asked after the activity: they belong to other features. */
  readonly afterwards: (attendance: PersonalAttendance, token: string) => ReactNode;
}

const REFRESH_MS = 15_000;
const isWaiting = (data: PersonalAttendance | undefined) => data !== undefined && data.status !== 'confirmed';

function AttendanceByLink({ token, afterwards }: Afterwards & { token: string }) {
  /** Of the link of a series; undefined: the next date. */
  const [taskId, setTaskId] = useState<string>();
  const [isErased, setErased] = useState(false);
  const queryClient = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    ...personalAttendance(token, taskId),
    placeholderData: keepPreviousData,
    // A waiting attendee may get a place.
    refetchInterval: ({ state }) => (isWaiting(state.data) ? REFRESH_MS : false),
    // There is nothing left to fetch.
    enabled: !isErased,
  });
  const [outcome, setOutcome] = useState<CancelOutcome | null>(null);
  const isInvalid = isInvalidLink(error) && !isErased;
  // The link was valid when the page was opened and is not after a refetch: the activity may have been deleted.
  const deleted = useQuery({
    ...isActivityDeleted(data?.taskId ?? ''),
    enabled: isInvalid && outcome === null && data !== undefined,
  });
  const isDeleted = outcome === 'deleted' || (isInvalid && deleted.data === true);
  const isOver = isErased || isInvalid || outcome !== null;
  useEffect(() => {
    // A browser that stores nothing has nothing left.
    if (isOver) forgetPersonalAttendance(token).catch(() => {});
  }, [isOver, token]);
  if (isErased) return <PersonalErased />;
  if (data !== undefined && isDeleted) return <PersonalDeleted title={data.task.title} />;
  if (data !== undefined && (outcome === 'cancelled' || outcome === 'declined'))
    return <PersonalCancelled attendance={data} isDeclined={outcome === 'declined'} />;
  if (isInvalid) return <LinkRequest title="Este enlace ya no sirve" lead={BAD_LINK} />;
  if (isPending) return <LoadingStatus text="Buscando tu asistencia…" />;
  if (data === undefined)
    return (
      <>
        <PageHeading title="Tu asistencia" />
        <ErrorPanel error={error} retry={refetch} />
      </>
    );
  const { dates, task, taskId: shown } = data;

  function showOutcome(how: CancelOutcome) {
    const left = dates.filter(other => other.taskId !== shown);
    const next = left.find(({ date }) => new Date(date) > now()) ?? left.at(-1);
    if (how === 'deleted' || next === undefined) return setOutcome(how);
    toastSuccess(`Cancelaste el ${longDate(task.date)}`);
    // What is cached still names the cancelled date.
    queryClient.removeQueries({ queryKey: personalKey(token), type: 'inactive' });
    setTaskId(next.taskId);
  }

  function showErased() {
    setErased(true);
    queryClient.removeQueries({ queryKey: personalKey(token), type: 'inactive' });
  }

  return (
    <>
      <PersonalDetails key={shown} attendance={data} token={token} onCancelled={showOutcome}>
        {afterwards(data, token)}
      </PersonalDetails>
      {dates.length > 1 && <PersonalDates dates={dates} shown={shown} onChoose={setTaskId} />}
      <OwnDataFold attendance={data} token={token} onErased={showErased} />
    </>
  );
}

const LinkRequest = ({ title, lead }: { title: string; lead: string }) => (
  <>
    <PageHeading title={title} lead={lead} />
    <LinkRequestForm />
  </>
);
