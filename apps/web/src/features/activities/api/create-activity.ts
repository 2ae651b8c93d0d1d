import { createActivity } from '@minga/contract/activities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { ActivityDraft } from '../activity-draft.ts';
import { activitiesKey } from './activities-key.ts';

/** Publishes an activity. Fails with an ApiError that holds the server's sentences. */
export function useCreateActivity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ image, date, responsible, ...texts }: ActivityDraft) =>
      call(createActivity, {
        body: {
          ...texts,
          date: date.toUTCString(),
          ...(responsible.length > 0 && { responsible }),
        },
        file: image,
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: activitiesKey }),
  });
}
