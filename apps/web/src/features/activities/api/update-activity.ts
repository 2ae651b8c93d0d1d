import { updateActivity } from '@minga/contract/activity-fields';
import { SERIES_HEADER, type SeriesOutcome } from '@minga/contract/series';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callWithHeader } from '../../../lib/api.ts';
import { needsBody } from '../need-draft.ts';
import { changeActivity, invalidateLists } from './activity-cache.ts';
import type { ActivitySubmission, SavedActivity } from './activity-submission.ts';
import { oneActivity } from './one-activity.ts';

/** Replaces an activity, or with a scope several occurrences of its series. Rejects with an ApiError, or with the signal's reason if aborted. */
export function useUpdateActivity(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      draft: { image, date, endDate, needs, repeat: _repeat, ...fields },
      releaseClaims = false,
      scope = 'one',
      ...upload
    }: ActivitySubmission): Promise<SavedActivity> => {
      const { reply: activity, value } = await callWithHeader(updateActivity, SERIES_HEADER, {
        params: { id },
        query: scope === 'one' ? {} : { scope },
        // toUTCString() drops the milliseconds, and the server would reject an unchanged past date as moved.
        body: {
          ...fields,
          date: new Date(date).toISOString(),
          needs: needsBody(needs),
          ...(releaseClaims && { releaseClaims }),
          endDate: endDate?.toISOString() ?? null,
          removeImage: image === null,
        },
        file: image instanceof File ? image : null,
        ...upload,
      });
      return { activity, outcome: value as SeriesOutcome | null };
    },
    onSuccess: ({ activity }) => {
      changeActivity(queryClient, id, () => activity);
      queryClient.setQueryData(oneActivity(id).queryKey, activity);
      void invalidateLists(queryClient);
    },
  });
}
