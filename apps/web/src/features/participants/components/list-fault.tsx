import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultPanel } from '../../../components/fault-panel.tsx';
import { ApiError } from '../../../lib/api.ts';

interface Props {
  error: Error;
  retry: () => void;
}

/** The participants did not come: a fault, or an activity that is no longer there or no longer one's own. */
export function ListFault({ error, retry }: Props) {
  const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
  if (!isGone) return <FaultPanel error={error} retry={retry} />;
  return (
    <div role="alert">
      <EmptyState drawing="path" title="No encontramos esta actividad entre las tuyas" text={error.message}>
        <Button renderRoot={props => <Link to="/tasks" {...props} />}>Ver mis actividades</Button>
      </EmptyState>
    </div>
  );
}
