import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BusyButton } from '../../../components/busy-button.tsx';

interface Props {
  /** The label of the submit button. */
  label: string;
  busyLabel: string;
  isBusy: boolean;
  /** By default the button links to /tasks. */
  onCancel?: (() => void) | undefined;
}

export const ActivityFormButtons = ({ label, busyLabel, isBusy, onCancel }: Props) => (
  <Group justify="flex-end">
    {onCancel ? (
      <Button variant="default" onClick={onCancel}>
        Cancelar
      </Button>
    ) : (
      <Button variant="default" renderRoot={props => <Link to="/tasks" {...props} />}>
        Cancelar
      </Button>
    )}
    <BusyButton type="submit" isBusy={isBusy} busyLabel={busyLabel}>
      {label}
    </BusyButton>
  </Group>
);
