import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { BusyButton } from './busy-button.tsx';

interface Props {
  isOpen: boolean;
  title: string;
  /** What will happen, in words. */
  children: ReactNode;
  confirmLabel: string;
  /** The label of the confirming button while it works. */
  busyLabel?: string;
  cancelLabel?: string;
  isBusy?: boolean;
  /** Clay: what it does cannot be taken back. */
  color?: 'forest' | 'clay';
  /** Not called again before its promise is settled. */
  onConfirm: () => void | Promise<void>;
  onCancel: () => void;
}

/**
 * Asks before something is done. The focus starts on the way out, so that Enter by habit harms nobody; and a double
 * click, the second half of which may come before `isBusy` or while the dialog fades, is one yes.
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
  const isAnswered = useRef(false);

  useEffect(() => {
    if (isOpen) isAnswered.current = false;
  }, [isOpen]);

  async function confirm() {
    if (!isOpen || isAnswered.current) return;
    isAnswered.current = true;
    try {
      await onConfirm();
    } finally {
      isAnswered.current = false;
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
