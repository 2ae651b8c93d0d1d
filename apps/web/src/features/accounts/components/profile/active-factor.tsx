import { Button, Group } from '@mantine/core';
import type { SecondFactor } from '@minga/contract/identity';
import { lazy, Suspense, useState } from 'react';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { Note } from '../../../../components/note.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { dayDate, longDate } from '../../../../lib/dates.ts';
import { useRemoveTotp } from '../../api/remove-totp.ts';
import { useRenewRecoveryCodes } from '../../api/renew-recovery-codes.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

const NewCodesDialog = lazy(async () => ({
  default: (await import('./new-codes-dialog.tsx')).NewCodesDialog,
}));

interface Props {
  factor: SecondFactor;
  since: string;
  onRemoved: () => void;
}

/** The authenticator app in force, with the ways to renew the codes and to remove it. */
export function ActiveFactor({ factor: { recoveryCodesLeft, resetDueAt }, since, onRemoved }: Props) {
  const remove = useRemoveTotp();
  const renew = useRenewRecoveryCodes();
  const removing = useLazyDialog();
  const renewing = useLazyDialog();
  const outcome = useAccountOutcome();
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function run(call: () => Promise<void>, fallback: string) {
    outcome.clear();
    try {
      await call();
    } catch (error) {
      outcome.showError(error, fallback);
    }
  }
  const confirmRemoval = async () => {
    removing.close();
    await run(async () => {
      await remove.mutateAsync();
      onRemoved();
    }, 'Error al quitar el segundo factor');
  };
  const confirmRenewal = async () => {
    renewing.close();
    await run(async () => setCodes((await renew.mutateAsync()).recoveryCodes), 'Error al crear los códigos');
  };

  return (
    <>
      <p style={{ margin: 0 }}>
        <strong>Activo desde el {dayDate(new Date(since))}.</strong> Cuando entras te pedimos un código de tu
        aplicación. {codesText(recoveryCodesLeft)}
      </p>
      {recoveryCodesLeft <= 2 && <Note tone="clay">Crea códigos nuevos antes de que se te acaben.</Note>}
      {resetDueAt !== null && (
        <Note tone="clay">
          La administración va a quitar tu segundo factor el {longDate(new Date(resetDueAt))}. Si no lo
          pediste, detenlo con el botón del correo que te enviamos, o vuelve a entrar con un código.
        </Note>
      )}
      <OutcomeMessages outcome={outcome} />
      <Group gap="sm">
        <Button variant="default" onClick={renewing.open}>
          Crear códigos nuevos
        </Button>
        <Button variant="outline" color="clay" onClick={removing.open}>
          Quitar el segundo factor
        </Button>
      </Group>
      {renewing.isMounted && (
        <ConfirmDialog
          isOpen={renewing.isOpen}
          title="¿Crear códigos nuevos?"
          confirmLabel="Crear códigos"
          color="forest"
          onConfirm={confirmRenewal}
          onCancel={renewing.close}
        >
          <p>Los diez códigos de recuperación que guardaste dejan de servir.</p>
        </ConfirmDialog>
      )}
      {removing.isMounted && (
        <ConfirmDialog
          isOpen={removing.isOpen}
          title="¿Quitar el segundo factor?"
          confirmLabel="Quitar"
          onConfirm={confirmRemoval}
          onCancel={removing.close}
        >
          <p>Desde ahora basta tu contraseña para entrar, y los códigos de recuperación dejan de servir.</p>
        </ConfirmDialog>
      )}
      {codes && (
        <Suspense>
          <NewCodesDialog codes={codes} onClose={() => setCodes(null)} />
        </Suspense>
      )}
    </>
  );
}

function codesText(left: number): string {
  if (left === 0) return 'No te quedan códigos de recuperación.';
  return left === 1 ? 'Te queda un código de recuperación.' : `Te quedan ${left} códigos de recuperación.`;
}
