import { updateActivity } from '@minga/contract/activity-fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { needsBody } from '../need-draft.ts';
import { changeActivity, invalidateLists } from './activity-cache.ts';
import type { ActivitySubmission } from './activity-submission.ts';
import { oneActivity } from './one-activity.ts';

/** Replaces an activity. Rejects with an ApiError, or with the signal's reason if aborted. */
export function useUpdateActivity(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      draft: { image, date, endDate, needs, ...fields },
      releaseClaims = false,
      ...upload
    }: ActivitySubmission) =>
      call(updateActivity, {
        params: { id },
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
      }),
    onSuccess: activity => {
      changeActivity(queryClient, id, () => activity);
      queryClient.setQueryData(oneActivity(id).queryKey, activity);
      void invalidateLists(queryClient);
    },
  });
}
