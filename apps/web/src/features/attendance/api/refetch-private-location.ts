import type { Activity } from '@minga/contract/activities';
import type { QueryClient } from '@tanstack/react-query';
import { oneActivityKey } from '../../../lib/activities-key.ts';

/** A confirmation or a cancellation changes whether the viewer may see a private location. */
export function refetchPrivateLocation(queryClient: QueryClient, taskId: string): void {
  const queryKey = oneActivityKey(taskId);
  if (queryClient.getQueryData<Activity>(queryKey)?.isLocationPrivate === true)
    void queryClient.invalidateQueries({ queryKey });
}
