import { Button, Text } from '@mantine/core';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';

interface Props {
  readonly send: (isAccepted: boolean) => Promise<unknown>;
  /** The answer that is being sent. */
  readonly pending: boolean | undefined;
  readonly accept: {
    readonly label: string;
    readonly done: string;
    /** Opens a dialog that sends the answer; undefined: the press sends it. */
    readonly open?: (() => void) | undefined;
  };
  readonly decline: {
    readonly label: string;
    readonly title: string;
    readonly consequence: string;
    readonly cancelLabel: string;
    readonly confirmLabel: string;
    readonly done: string;
  };
  /** Replaces the toast where the declined attendance leaves the screen. */
  readonly onDeclined?: (() => void) | undefined;
}

const FAILED = 'No pudimos guardar tu respuesta';
const BUSY = 'Guardando...';

/** The buttons of a question about one's place: yes, and no, which gives the place away and is confirmed first. */
export function TwoAnswers({ send, pending, accept, decline, onDeclined }: Props) {
  const declining = useLazyDialog();

  async function sendYes(): Promise<void> {
    try {
      await send(true);
      toastSuccess(accept.done);
    } catch (error) {
      toastError(errorText(error, FAILED));
    }
  }

  async function sendNo(): Promise<string | undefined> {
    try {
      await send(false);
    } catch (error) {
      return errorText(error, FAILED);
    }
    declining.close();
    if (onDeclined !== undefined) onDeclined();
    else toastSuccess(decline.done);
  }

  return (
    <>
      <BusyButton
        fullWidth
        isBusy={pending === true}
        busyLabel={BUSY}
        onClick={accept.open ?? (() => void sendYes())}
      >
        {accept.label}
      </BusyButton>
      <Button fullWidth variant="default" onClick={declining.open}>
        {decline.label}
      </Button>
      <ConfirmDialog
        isOpen={declining.isOpen}
        title={decline.title}
        cancelLabel={decline.cancelLabel}
        confirmLabel={decline.confirmLabel}
        busyLabel={BUSY}
        isBusy={pending === false}
        onConfirm={sendNo}
        onCancel={declining.close}
      >
        <Text>{decline.consequence}</Text>
      </ConfirmDialog>
    </>
  );
}
