import { createActivity } from '@minga/contract/activities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { refreshLists } from './activity-cache.ts';
import type { SavedActivity } from './saved-activity.ts';

/** Publishes an activity. Fails with an ApiError that holds the server's sentences, or with the signal's reason. */
export function useCreateActivity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ draft: { image, date, responsible, ...texts }, ...upload }: SavedActivity) =>
      call(createActivity, {
        body: {
          ...texts,
          date: date.toUTCString(),
          ...(responsible.length > 0 && { responsible }),
        },
        file: image instanceof File ? image : null,
        ...upload,
      }),
    onSuccess: () => void refreshLists(queryClient),
    meta: { isMilestone: true },
  });
}
