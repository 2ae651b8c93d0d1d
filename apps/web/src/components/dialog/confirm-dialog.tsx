import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { BusyButton } from '../busy-button.tsx';
import { Note } from '../page/note.tsx';
import classes from './confirm-dialog.module.css';
import { DialogError } from './dialog-error.tsx';

interface Props {
  isOpen: boolean;
  title: string;
  /** Describes the consequences. */
  children: ReactNode;
  confirmLabel: string;
  /** The label of the confirm button while busy. */
  busyLabel?: string;
  cancelLabel?: string;
  isBusy?: boolean;
  /** Clay marks an action that cannot be undone. */
  color?: 'forest' | 'clay';
  /** Not called again before its promise has settled. A failure that leaves the dialog open is returned as a sentence to show in it. */
  onConfirm: () => void | Promise<void> | Promise<string | undefined>;
  onCancel: () => void;
}

/**
 * Asks for confirmation. The focus starts on the cancel button, so that a habitual Enter does no harm. A double click,
 * whose second half may arrive before `isBusy` or while the dialog fades out, confirms once.
 */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  busyLabel = confirmLabel,
  cancelLabel = 'Cancelar',
  isBusy = false,
  color = 'clay',
  onConfirm,
  onCancel,
}: Props) {
  const isConfirming = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    if (!isOpen) return;
    isConfirming.current = false;
    setFailure(null);
  }, [isOpen]);

  async function confirm() {
    if (!isOpen || isConfirming.current) return;
    isConfirming.current = true;
    setFailure(null);
    try {
      const sentence = await onConfirm();
      if (typeof sentence === 'string') setFailure(sentence);
    } finally {
      isConfirming.current = false;
    }
  }

  return (
    <Modal opened={isOpen} onClose={onCancel} title={title}>
      <Stack gap="md">
        {/* One block, since the stack would put each part of a sentence with a link or a name on a line of its own. */}
        <div className={classes.message}>{children}</div>
        <DialogError text={failure} />
      </Stack>
      <Group data-dialog-buttons mt="lg" justify="end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <BusyButton color={color} onClick={() => void confirm()} isBusy={isBusy} busyLabel={busyLabel}>
          {confirmLabel}
        </BusyButton>
      </Group>
    </Modal>
  );
}

interface ConsequencesProps {
  /** The person or thing to be deleted. */
  subject: string;
  detail?: string;
  /** What will be lost. */
  children: string;
}

/** The text of a deletion dialog: the subject and the consequences. */
export const Consequences = ({ subject, detail, children }: ConsequencesProps) => (
  <>
    <p className={classes.subject}>
      <bdi>{subject}</bdi>
      {detail !== undefined && <span className={`soft small ${classes.detail}`}>{detail}</span>}
    </p>
    <Note tone="clay">{children}</Note>
  </>
);
