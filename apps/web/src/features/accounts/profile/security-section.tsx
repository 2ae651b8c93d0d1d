import { Button, Skeleton } from '@mantine/core';
import type { TotpSetup } from '@minga/contract/totp';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { Fold } from '../../../components/form/fold.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { Note } from '../../../components/page/note.tsx';
import { OutcomeMessages } from '../../../components/page/outcome-messages.tsx';
import { SectionError, Subsection } from '../../../components/page/page-section.tsx';
import { dayDate, longDate } from '../../../lib/dates/dates.ts';
import { preload } from '../../../lib/errors/load-code.ts';
import { secondFactorQuery, useRemoveTotp, useRenewRecoveryCodes, useStartTotp } from '../security-api.ts';
import { NewCodes } from './new-codes.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { useAccountOutcome } from './use-account-outcome.ts';

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

const preloadDialog = preload(() => import('./set-up-dialog.tsx'));

/** Explains second factors and starts setting one up. `onStarted` gets the secret. */
function NoFactor({ onStarted }: { onStarted: (setup: TotpSetup) => void }) {
  const start = useStartTotp();
  const outcome = useAccountOutcome();

  // The identity is confirmed before the dialog opens, so that one dialog is open at a time.
  async function begin() {
    outcome.clear();
    try {
      onStarted(await start.mutateAsync());
    } catch (error) {
      outcome.showError(error, 'Error al empezar');
    }
  }

  return (
    <>
      <Fold title="¿Qué es un segundo factor?" summary="" hasError={false}>
        <p>
          Las contraseñas se adivinan, se roban o se comparten sin querer. Con un segundo factor, quien tenga
          la tuya no puede entrar: le pedimos además un código de tu aplicación o tu llave de acceso.
        </p>
        <p>
          Una aplicación de códigos muestra en tu celular seis números que cambian cada 30 segundos. Es
          gratis, no necesita internet y tal vez ya la tienes. Si un día pierdes el celular, entras con los
          códigos de recuperación que te damos al activarla.
        </p>
      </Fold>
      <OutcomeMessages outcome={outcome} />
      <div>
        <BusyButton
          variant="default"
          isBusy={start.isPending}
          busyLabel="Preparando…"
          onPointerEnter={preloadDialog}
          onClick={() => void begin()}
        >
          Activar la aplicación de códigos
        </BusyButton>
      </div>
    </>
  );
}

interface Props {
  since: string;
  /** Without the app they are asked for after the password. */
  hasPasskeys: boolean;
  onRemoved: () => void;
}

/** The authenticator app in force, with the way to remove it. */
function ActiveFactor({ since, hasPasskeys, onRemoved }: Props) {
  const remove = useRemoveTotp();
  const dialog = useLazyDialog();
  const outcome = useAccountOutcome();

  async function confirm() {
    dialog.close();
    outcome.clear();
    try {
      await remove.mutateAsync();
      onRemoved();
    } catch (error) {
      outcome.showError(error, 'Error al quitar la aplicación de códigos');
    }
  }

  return (
    <>
      <p>
        <strong>{`Aplicación de códigos activa desde el ${dayDate(new Date(since))}.`}</strong> Cuando entras
        te pedimos un código de tu aplicación.
      </p>
      <OutcomeMessages outcome={outcome} />
      <div>
        <Button variant="outline" color="clay" onClick={dialog.open}>
          Quitar la aplicación de códigos
        </Button>
      </div>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title="¿Quitar la aplicación de códigos?"
          confirmLabel="Quitar"
          onConfirm={confirm}
          onCancel={dialog.close}
        >
          <p>
            {hasPasskeys
              ? 'Desde ahora, después de tu contraseña te pedimos una llave de acceso o un código de recuperación.'
              : 'Desde ahora basta tu contraseña para entrar, y los códigos de recuperación dejan de servir.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The recovery codes, which any second factor has: how many are left, and new ones. */
function RecoveryCodesSection({ left }: { left: number }) {
  const renew = useRenewRecoveryCodes();
  const dialog = useLazyDialog();
  const outcome = useAccountOutcome();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  async function confirm() {
    dialog.close();
    outcome.clear();
    try {
      setCodes((await renew.mutateAsync()).recoveryCodes);
    } catch (error) {
      outcome.showError(error, 'Error al crear los códigos');
    }
  }

  return (
    <Subsection title="Códigos de recuperación" headingRef={heading}>
      <p>{`Con uno entras si no tienes a mano tu celular o tu llave de acceso. ${codesText(left)}`}</p>
      {left <= 2 && (
        <Note tone="clay">
          {left === 0 ? 'Crea códigos nuevos hoy mismo.' : 'Crea códigos nuevos antes de que se te acaben.'}
        </Note>
      )}
      <OutcomeMessages outcome={outcome} />
      <div>
        <Button variant="default" onClick={dialog.open}>
          Crear códigos nuevos
        </Button>
      </div>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title="¿Crear códigos nuevos?"
          confirmLabel="Crear códigos"
          color="forest"
          onConfirm={confirm}
          onCancel={dialog.close}
        >
          <p>Los códigos de recuperación que guardaste dejan de servir.</p>
        </ConfirmDialog>
      )}
      <NewCodes
        codes={codes}
        onClose={() => {
          setCodes(null);
          heading.current?.focus();
        }}
      />
    </Subsection>
  );
}

function codesText(left: number): string {
  if (left === 0) return 'No te quedan códigos de recuperación.';
  return left === 1 ? 'Te queda un código de recuperación.' : `Te quedan ${left} códigos de recuperación.`;
}
