import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { SectionError } from '../../../../components/section-error.tsx';
import { sessionsQuery } from '../../api/sessions.ts';
import { ProfileSection } from './profile-section.tsx';
import { SessionList } from './session-list.tsx';

/** The open sessions. Loading and error states are its own, so that the rest of the page does not depend on this query. */
export function SessionsSection() {
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();

  async function retry() {
    // A successful retry unmounts the focused button.
    if ((await refetch()).isSuccess) focusHeading();
  }

  return (
    <ProfileSection
      id="sesiones"
      lead="Si ves una que no reconoces, ciérrala y cambia tu contraseña."
      headingRef={heading}
    >
      {data !== undefined && <SessionList sessions={data} onSessionEnded={focusHeading} />}
      {data === undefined && error && (
        <SectionError
          error={error}
          fallback="Error al cargar tus sesiones"
          isBusy={isFetching}
          retry={retry}
        />
      )}
      {data === undefined && !error && (
        <>
          <LoadingStatus text="Cargando sesiones…" isHidden />
          <Skeleton height={92} />
        </>
      )}
    </ProfileSection>
  );
}
