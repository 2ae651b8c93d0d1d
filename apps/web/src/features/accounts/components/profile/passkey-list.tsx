import type { Passkey } from '@minga/contract/passkeys';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { MessageBox } from '../../../../components/message-box.tsx';
import { errorSentences } from '../../../../lib/error-sentences.ts';
import { passkeysQuery } from '../../api/passkeys.ts';
import { useRemovePasskey } from '../../api/remove-passkey.ts';
import { PasskeyRow } from './passkey-row.tsx';
import classes from './passkeys-section.module.css';
import type { useAccountOutcome } from './use-account-outcome.ts';

interface Props {
  outcome: ReturnType<typeof useAccountOutcome>;
  /** Called when a row, and the focus with it, is removed. */
  onRemoved: () => void;
}

/** The passkeys, each of which can be removed after a confirmation. */
export function PasskeyList({ outcome, onRemoved }: Props) {
  const { data, error, refetch, isFetching } = useQuery(passkeysQuery);
  const remove = useRemovePasskey();
  const [chosen, setChosen] = useState<Passkey | null>(null);
  const [isOpen, setOpen] = useState(false);
  const now = new Date();

  async function confirm() {
    if (chosen === null) return;
    outcome.clear();
    try {
      await remove.mutateAsync(chosen._id);
      onRemoved();
      outcome.showSuccess(`«${chosen.name}» ya no abre tu cuenta`);
    } catch (cause) {
      outcome.showError(cause, 'Error al quitar la llave de acceso');
    }
    setOpen(false);
  }

  if (data === undefined && error)
    return (
      <>
        <MessageBox
          kind="error"
          message={{
            sentences: errorSentences(error, 'Error al cargar tus llaves de acceso'),
            isVisible: true,
          }}
        />
        <div>
          <BusyButton
            variant="default"
            onClick={() => void refetch()}
            isBusy={isFetching}
            busyLabel="Cargando…"
          >
            Intentar de nuevo
          </BusyButton>
        </div>
      </>
    );
  if (data === undefined) return <LoadingStatus text="Cargando tus llaves…" />;
  return (
    <>
      {data.length > 0 && (
        <ul className={classes.list} aria-label="Tus llaves de acceso">
          {data.map(passkey => (
            <PasskeyRow
              key={passkey._id}
              passkey={passkey}
              now={now}
              onRemove={() => {
                setChosen(passkey);
                setOpen(true);
              }}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        title={`¿Quitar «${chosen?.name ?? ''}»?`}
        confirmLabel="Quitar la llave"
        busyLabel="Quitando…"
        isBusy={remove.isPending}
        onConfirm={confirm}
        onCancel={() => setOpen(false)}
      >
        Con esta llave ya no podrás entrar. Puede que tu dispositivo la siga ofreciendo: bórrala también en
        sus ajustes de contraseñas.
      </ConfirmDialog>
    </>
  );
}
