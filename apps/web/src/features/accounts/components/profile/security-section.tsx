import { Skeleton } from '@mantine/core';
import type { TotpSetup } from '@minga/contract/totp';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { secondFactorQuery } from '../../api/second-factor.ts';
import { ActiveFactor } from './active-factor.tsx';
import { NoFactor } from './no-factor.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SectionError } from './section-error.tsx';

const SetUpDialog = lazy(async () => ({ default: (await import('./set-up-dialog.tsx')).SetUpDialog }));

/** The second factors of the account. Loading and error states are its own, so that the rest of the page does not depend on them. */
export function SecuritySection() {
  const { data, error, refetch, isFetching } = useQuery(secondFactorQuery);
  // Here and not in NoFactor, which is gone once the factor is in force, while the dialog still shows the recovery codes.
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();

  function close(isDone: boolean) {
    setSetup(null);
    if (isDone) focusHeading();
  }

  return (
    <ProfileSection
      id="seguridad"
      lead="Un segundo candado para tu cuenta: además de tu contraseña, algo que solo tienes tú."
      headingRef={heading}
    >
      {data?.totp && <ActiveFactor factor={data} since={data.totp.since} onRemoved={focusHeading} />}
      {data?.totp === null && <NoFactor onStarted={setSetup} />}
      {data === undefined && error && (
        <SectionError
          error={error}
          fallback="Error al cargar tu seguridad"
          isBusy={isFetching}
          retry={() => void refetch()}
        />
      )}
      {data === undefined && !error && (
        <>
          <LoadingStatus text="Cargando tu seguridad…" isHidden />
          <Skeleton height={92} />
        </>
      )}
      <PasskeysSection />
      {setup && (
        <Suspense>
          <SetUpDialog setup={setup} onClose={close} />
        </Suspense>
      )}
    </ProfileSection>
  );
}
