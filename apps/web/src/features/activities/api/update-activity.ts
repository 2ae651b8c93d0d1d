import { updateActivity } from '@minga/contract/activities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { changeActivity, refreshLists } from './activity-cache.ts';
import { oneActivity } from './one-activity.ts';
import type { SavedActivity } from './saved-activity.ts';

/** Changes an activity, whole. Fails with an ApiError that holds the server's sentences, or with the signal's reason. */
export function useUpdateActivity(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ draft: { image, date, ...fields }, ...upload }: SavedActivity) =>
      call(updateActivity, {
        params: { id },
        // Not toUTCString(): without its milliseconds a date that has passed would count as moved.
        body: { ...fields, date: date.toISOString(), removeImage: image === null },
        file: image instanceof File ? image : null,
        ...upload,
      }),
    onSuccess: activity => {
      changeActivity(queryClient, id, () => activity);
      queryClient.setQueryData(oneActivity(id).queryKey, activity);
      void refreshLists(queryClient);
    },
  });
}
