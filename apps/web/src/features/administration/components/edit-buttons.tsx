import { Button, Group } from '@mantine/core';
import { BusyButton } from '../../../components/busy-button.tsx';

interface Props {
  isBusy: boolean;
  onCancel: () => void;
}

/** The end of a form that edits an account; the first button submits nothing. */
export const EditButtons = ({ isBusy, onCancel }: Props) => (
  <Group justify="flex-end" gap="sm">
    <Button px="md" variant="default" onClick={onCancel}>
      Cancelar
    </Button>
    <BusyButton px="md" type="submit" isBusy={isBusy} busyLabel="Guardando...">
      Guardar Cambios
    </BusyButton>
  </Group>
);
