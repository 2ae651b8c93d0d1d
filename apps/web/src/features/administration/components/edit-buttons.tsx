import { Button, Group } from '@mantine/core';
import { BusyButton } from '../../../components/busy-button.tsx';

interface Props {
  isBusy: boolean;
  onCancel: () => void;
}

/** The buttons of a form that edits an account. */
export const EditButtons = ({ isBusy, onCancel }: Props) => (
  <Group data-dialog-buttons justify="flex-end" gap="sm">
    <Button px="md" variant="default" onClick={onCancel}>
      Cancelar
    </Button>
    <BusyButton px="md" type="submit" isBusy={isBusy} busyLabel="Guardando...">
      Guardar Cambios
    </BusyButton>
  </Group>
);
