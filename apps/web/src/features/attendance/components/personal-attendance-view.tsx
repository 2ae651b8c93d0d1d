import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FaultPanel } from '../../../components/fault-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isBadLink, personalAttendance } from '../api/personal-attendance.ts';
import { LinkRequestForm } from './link-request-form.tsx';
import { PersonalCancelled } from './personal-cancelled.tsx';
import { PersonalFacts } from './personal-facts.tsx';

const BAD_LINK =
  'El enlace no está completo, o la asistencia ya fue cancelada. Escribe tu correo y te enviamos los de tus próximas actividades.';
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
  const [isCancelled, setCancelled] = useState(false);
  if (isBadLink(error)) return <LinkRequest title="Este enlace ya no sirve" lead={BAD_LINK} />;
  if (isPending) return <LoadingStatus text="Buscando tu asistencia…" />;
  if (data === undefined)
    return (
      <>
        <PageHeading title="Tu asistencia" />
        <FaultPanel error={error} retry={refetch} />
      </>
    );
  return isCancelled ? (
    <PersonalCancelled attendance={data} />
  ) : (
    <PersonalFacts attendance={data} token={token} onCancelled={() => setCancelled(true)} />
  );
}

const LinkRequest = ({ title, lead }: { title: string; lead: string }) => (
  <>
    <PageHeading title={title} lead={lead} />
    <LinkRequestForm />
  </>
);
