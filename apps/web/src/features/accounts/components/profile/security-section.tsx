import { Skeleton } from '@mantine/core';
import type { TotpSetup } from '@minga/contract/totp';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { Note } from '../../../../components/note.tsx';
import { SectionError } from '../../../../components/section-error.tsx';
import { longDate } from '../../../../lib/dates.ts';
import { secondFactorQuery } from '../../api/second-factor.ts';
import { ActiveFactor } from './active-factor.tsx';
import { NoFactor } from './no-factor.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { RecoveryCodesSection } from './recovery-codes-section.tsx';

const SetUpDialog = lazy(async () => ({ default: (await import('./set-up-dialog.tsx')).SetUpDialog }));

/** The second factors of the account. Loading and error states are its own, so that the rest of the page does not depend on them. */
export function SecuritySection() {
  const { data, error, refetch, isFetching } = useQuery(secondFactorQuery);
  // Here and not in NoFactor, which is gone once the factor is in force, while the dialog still shows the recovery codes.
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const hasFactor = data !== undefined && (data.totp !== null || data.passkeyCount > 0);
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
      {hasFactor && data.resetDueAt !== null && (
        <Note tone="clay">{`La administración va a quitar tu segundo factor el ${longDate(new Date(data.resetDueAt))} Si no lo pediste, detenlo con el botón del correo que te enviamos, o vuelve a entrar con un código o una llave de acceso.`}</Note>
      )}
      {data?.totp && (
        <ActiveFactor since={data.totp.since} hasPasskeys={data.passkeyCount > 0} onRemoved={focusHeading} />
      )}
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
      {hasFactor && <RecoveryCodesSection left={data.recoveryCodesLeft} />}
      {setup && (
        <Suspense>
          <SetUpDialog setup={setup} onClose={close} />
        </Suspense>
      )}
    </ProfileSection>
  );
}
