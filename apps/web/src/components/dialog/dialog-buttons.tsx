import { Button, Group } from '@mantine/core';
import type { ComponentProps } from 'react';
import { BusyButton } from '../busy-button.tsx';

interface Props extends ComponentProps<typeof BusyButton> {
  onCancel: () => void;
}

/** The last line of a dialog: Cancel, and the button that does it, which submits the form. */
export const DialogButtons = ({ onCancel, ...action }: Props) => (
  <Group data-dialog-buttons justify="flex-end" gap="sm">
    <Button variant="default" onClick={onCancel}>
      Cancelar
    </Button>
    <BusyButton type="submit" {...action} />
  </Group>
);
