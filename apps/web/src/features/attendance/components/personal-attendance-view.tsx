import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FaultPanel } from '../../../components/fault-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { type Ended, isActivityDeleted, isBadLink, personalAttendance } from '../api/personal-attendance.ts';
import { LinkRequestForm } from './link-request-form.tsx';
import { PersonalCancelled } from './personal-cancelled.tsx';
import { PersonalDeleted } from './personal-deleted.tsx';
import { PersonalFacts } from './personal-facts.tsx';

const BAD_LINK =
  'El enlace no está completo, la asistencia ya fue cancelada o la actividad fue eliminada. Escribe tu correo y te enviamos los de tus próximas actividades.';
const NO_LINK =
  'Al confirmar que vas te enviamos un enlace personal. Escribe tu correo y te lo enviamos otra vez.';

/**
 * /mi-asistencia, behind a visitor's personal link (CONTRACT.md sections 4 and 7). Opening it changes nothing: mail
 * scanners open links, too.
 */
export function PersonalAttendanceView({ token }: { token: string | undefined }) {
  if (token === undefined) return <LinkRequest title="Tu asistencia" lead={NO_LINK} />;
  return <Linked token={token} />;
}

function Linked({ token }: { token: string }) {
  const { data, error, isPending, refetch } = useQuery(personalAttendance(token));
  const [ended, setEnded] = useState<Ended | null>(null);
  const isBad = isBadLink(error);
  // It was good when the page was opened.
  const deleted = useQuery({
    ...isActivityDeleted(data?.taskId ?? ''),
    enabled: isBad && ended === null && data !== undefined,
  });
  const isDeleted = ended === 'deleted' || (isBad && deleted.data === true);
  if (data !== undefined && isDeleted) return <PersonalDeleted title={data.task.title} />;
  if (data !== undefined && ended === 'cancelled') return <PersonalCancelled attendance={data} />;
  if (isBad) return <LinkRequest title="Este enlace ya no sirve" lead={BAD_LINK} />;
  if (isPending) return <LoadingStatus text="Buscando tu asistencia…" />;
  if (data === undefined)
    return (
      <>
        <PageHeading title="Tu asistencia" />
        <FaultPanel error={error} retry={refetch} />
      </>
    );
  return <PersonalFacts attendance={data} token={token} onEnded={setEnded} />;
}

const LinkRequest = ({ title, lead }: { title: string; lead: string }) => (
  <>
    <PageHeading title={title} lead={lead} />
    <LinkRequestForm />
  </>
);
