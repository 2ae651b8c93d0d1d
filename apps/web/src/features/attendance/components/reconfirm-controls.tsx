import { Button, Text } from '@mantine/core';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import type { Bearer } from '../api/answer-offer.ts';
import { useReconfirm } from '../api/reconfirm.ts';
import classes from './attending-notice.module.css';

interface Props {
  readonly bearer: Bearer;
  readonly onCancelled?: (() => void) | undefined;
}

const FAILED = 'No pudimos guardar tu respuesta';

/** The question of the day before, with its two answers (COMMUNITY.md section 17). */
export function ReconfirmControls({ bearer, onCancelled }: Props) {
  const answer = useReconfirm(bearer);
  const declining = useLazyDialog();

  async function come(): Promise<void> {
    try {
      await answer.mutateAsync(true);
      toastSuccess('¡Gracias por responder! Te esperamos');
    } catch (error) {
      toastError(errorText(error, FAILED));
    }
  }

  async function decline(): Promise<string | undefined> {
    try {
      await answer.mutateAsync(false);
    } catch (error) {
      return errorText(error, FAILED);
    }
    declining.close();
    if (onCancelled !== undefined) onCancelled();
    else toastSuccess('Gracias por avisar: tu cupo quedó libre');
  }

  const isBusy = (coming: boolean) => answer.isPending && answer.variables === coming;
  return (
    <section aria-label="¿Sigues viniendo?" className={classes.asked}>
      <p className={classes.question}>¿Sigues viniendo?</p>
      <BusyButton fullWidth isBusy={isBusy(true)} busyLabel="Guardando..." onClick={() => void come()}>
        Sí, voy
      </BusyButton>
      <Button fullWidth variant="default" onClick={declining.open}>
        No puedo ir
      </Button>
      <ConfirmDialog
        isOpen={declining.isOpen}
        title="¿No puedes ir?"
        cancelLabel="Volver"
        confirmLabel="Sí, liberar mi cupo"
        busyLabel="Guardando..."
        isBusy={isBusy(false)}
        onConfirm={decline}
        onCancel={declining.close}
      >
        <Text>Sales de la lista y tu cupo le sirve a otra persona.</Text>
      </ConfirmDialog>
    </section>
  );
}
