import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BusyButton } from '../../../components/busy-button.tsx';

interface Props {
  /** Of the button that saves, idle and at work. */
  label: string;
  busyLabel: string;
  isBusy: boolean;
  /** Leaves the form; by default to /tasks. */
  onCancel?: (() => void) | undefined;
}

/** The end of the activity form. */
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
