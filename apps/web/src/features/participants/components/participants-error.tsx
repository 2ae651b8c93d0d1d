import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { currentToasts, toastError } from '../../../lib/toasts.ts';
import { invalidateOtherQueries } from '../api/participants-query.ts';
import { isUnavailable } from '../is-unavailable.ts';

interface Props {
  error: Error;
  retry: () => void;
  /** The list was shown before the error. */
  wasLoaded: boolean;
}

/** Shown if the participants failed to load, or if the activity was deleted or is no longer the user's own. */
export const ParticipantsError = ({ error, retry, wasLoaded }: Props) =>
  isUnavailable(error) ? (
    <ActivityUnavailable reason={error.message} wasThere={wasLoaded} />
  ) : (
    <ErrorPanel error={error} retry={retry} />
  );

/** The refetched choice soon replaces this with another activity, so a toast shows the reason for longer. */
function ActivityUnavailable({ reason, wasThere }: { reason: string; wasThere: boolean }) {
  const queryClient = useQueryClient();

  useEffect(() => {
    const isShown = currentToasts().some(({ text }) => text === reason);
    if (wasThere && !isShown) toastError(reason);
    void invalidateOtherQueries(queryClient);
  }, [queryClient, reason, wasThere]);

  return (
    <div role="alert">
      <EmptyState drawing="path" title="No encontramos esta actividad entre las tuyas" text={reason}>
        <Button renderRoot={props => <Link to="/tasks" {...props} />}>Ver mis actividades</Button>
      </EmptyState>
    </div>
  );
}
