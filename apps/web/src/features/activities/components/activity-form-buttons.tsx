import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface Props {
  /** Of the button that saves. */
  label: string;
  isBusy: boolean;
  /** Leaves the form; by default to /tasks. */
  onCancel?: (() => void) | undefined;
}

/** The end of the activity form. */
export const ActivityFormButtons = ({ label, isBusy, onCancel }: Props) => (
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
    <Button type="submit" disabled={isBusy}>
      {label}
    </Button>
  </Group>
);
