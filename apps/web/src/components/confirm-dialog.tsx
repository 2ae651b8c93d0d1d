import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
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
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something is done. The focus starts on the way out, so that Enter by habit harms nobody. */
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
  return (
    <Modal opened={isOpen} onClose={onCancel} title={title}>
      {children}
      <Group mt="lg" justify="end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <BusyButton color={color} onClick={onConfirm} isBusy={isBusy} busyLabel={busyLabel}>
          {confirmLabel}
        </BusyButton>
      </Group>
    </Modal>
  );
}
