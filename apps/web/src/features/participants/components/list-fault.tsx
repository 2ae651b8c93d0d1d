import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultPanel } from '../../../components/fault-panel.tsx';
import { currentToasts, toastError } from '../../../lib/toasts.ts';
import { refreshOthers } from '../api/participants.ts';
import { isGone } from '../is-gone.ts';

interface Props {
  error: Error;
  retry: () => void;
  /** The list was on the screen before. */
  wasThere: boolean;
}

/** The participants did not come: a fault, or an activity that is no longer there or no longer one's own. */
export const ListFault = ({ error, retry, wasThere }: Props) =>
  isGone(error) ? (
    <Gone reason={error.message} wasThere={wasThere} />
  ) : (
    <FaultPanel error={error} retry={retry} />
  );

/** Its place is soon taken by another activity, the choice being asked for anew: a toast outlives that. */
function Gone({ reason, wasThere }: { reason: string; wasThere: boolean }) {
  const queryClient = useQueryClient();

  useEffect(() => {
    const isTold = currentToasts().some(({ text }) => text === reason);
    if (wasThere && !isTold) toastError(reason);
    void refreshOthers(queryClient);
  }, [queryClient, reason, wasThere]);

  return (
    <div role="alert">
      <EmptyState drawing="path" title="No encontramos esta actividad entre las tuyas" text={reason}>
        <Button renderRoot={props => <Link to="/tasks" {...props} />}>Ver mis actividades</Button>
      </EmptyState>
    </div>
  );
}
