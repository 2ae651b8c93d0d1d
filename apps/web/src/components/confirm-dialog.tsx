import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { BusyButton } from './busy-button.tsx';

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
  /** Not called again before its promise has settled. */
  onConfirm: () => void | Promise<void>;
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

  useEffect(() => {
    if (isOpen) isConfirming.current = false;
  }, [isOpen]);

  async function confirm() {
    if (!isOpen || isConfirming.current) return;
    isConfirming.current = true;
    try {
      await onConfirm();
    } finally {
      isConfirming.current = false;
    }
  }

  return (
    <Modal opened={isOpen} onClose={onCancel} title={title}>
      {children}
      <Group mt="lg" justify="end">
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
