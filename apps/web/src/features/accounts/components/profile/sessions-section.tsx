import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { sessionsQuery } from '../../api/sessions.ts';
import { ProfileSection } from './profile-section.tsx';
import { SessionList } from './session-list.tsx';
import { SessionsFault } from './sessions-fault.tsx';

/** Where one is signed in; it has its own waiting and its own fault, so that the rest of the page stands without it. */
export function SessionsSection() {
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const keepFocus = () => heading.current?.focus();

  async function retry() {
    // Its button is gone once the list is there.
    if ((await refetch()).isSuccess) keepFocus();
  }

  return (
    <ProfileSection
      id="sesiones"
      lead="Si ves una que no reconoces, ciérrala y cambia tu contraseña."
      headingRef={heading}
    >
      {data !== undefined && <SessionList sessions={data} onGone={keepFocus} />}
      {data === undefined && error && <SessionsFault error={error} isBusy={isFetching} retry={retry} />}
      {data === undefined && !error && (
        <>
          <LoadingStatus text="Cargando sesiones…" isHidden />
          <Skeleton height={92} />
        </>
      )}
    </ProfileSection>
  );
}
