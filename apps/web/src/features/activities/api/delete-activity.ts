import { deleteActivity } from '@minga/contract/activities';
import { type Scope, SERIES_HEADER, type SeriesOutcome } from '@minga/contract/series';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callWithHeader } from '../../../lib/api.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';
import { invalidateLists, removeActivity } from './activity-cache.ts';

/**
 * Deletes an activity and removes it from every cached list. Of a series the scope is given, and the counts of several occurrences are
 * returned. A 404 counts as success: it is already deleted.
 */
export function useDeleteActivity(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (scope: Scope | undefined): Promise<SeriesOutcome | null> => {
      const query = scope === undefined || scope === 'one' ? {} : { scope };
      const call = callWithHeader(deleteActivity, SERIES_HEADER, { params: { id }, query });
      return ((await ignoreNotFound(call))?.value ?? null) as SeriesOutcome | null;
    },
    onSuccess: (_outcome, scope) => {
      removeActivity(queryClient, id);
      // Lists show the next occurrence in the place of the deleted one.
      if (scope !== undefined) return invalidateLists(queryClient);
      // The visible lists are already up to date, so they need no refetch.
      return queryClient.invalidateQueries({ queryKey: activitiesKey, refetchType: 'none' });
    },
  });
}
