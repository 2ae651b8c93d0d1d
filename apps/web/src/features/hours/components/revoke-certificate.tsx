import { Button, Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useRevokeCertificate } from '../confirm-api.ts';

interface Props {
  readonly activityId: string;
  readonly attendanceId: string;
  readonly name: string;
}

/** Revokes a person's certificate, after a question. */
export function RevokeCertificate({ activityId, attendanceId, name }: Props) {
  const revoke = useRevokeCertificate(activityId);
  const { isOpen, isMounted, open, close } = useLazyDialog();

  async function send(): Promise<string | undefined> {
    try {
      await revoke.mutateAsync(attendanceId);
    } catch (error) {
      return errorText(error, 'No pudimos anular la constancia');
    }
    close();
    toastSuccess(`Anulaste la constancia de ${name}`);
  }

  return (
    <>
      <Button variant="subtle" color="clay" aria-label={`Anular constancia de ${name}`} onClick={open}>
        Anular constancia
      </Button>
      {isMounted && (
        <ConfirmDialog
          isOpen={isOpen}
          title={`¿Anular la constancia de ${name}?`}
          cancelLabel="No"
          confirmLabel="Sí, anular"
          busyLabel="Anulando…"
          isBusy={revoke.isPending}
          onConfirm={send}
          onCancel={close}
        >
          <Text>
            Quien la compruebe verá que fue anulada, y sus horas quedan sin confirmar. Si las confirmas otra
            vez, podrá descargar una nueva.
          </Text>
        </ConfirmDialog>
      )}
    </>
  );
}
