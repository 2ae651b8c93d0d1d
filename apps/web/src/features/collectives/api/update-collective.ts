import { updateCollective } from '@minga/contract/collective-fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import type { CollectiveSubmission } from './collective-submission.ts';
import { oneCollective } from './one-collective.ts';

/** Changes a collective. Rejects with an ApiError, or with the signal's reason if aborted. */
export function useUpdateCollective(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ draft: { image, ...body }, ...upload }: CollectiveSubmission) =>
      call(updateCollective, {
        params: { slug },
        body: { ...body, removeImage: image === null },
        file: image instanceof File ? image : null,
        ...upload,
      }),
    onSuccess: collective => {
      void queryClient.invalidateQueries({ queryKey: collectivesKey });
      // Activities show the collective's name.
      void queryClient.invalidateQueries({ queryKey: activitiesKey });
      queryClient.setQueryData(oneCollective(slug).queryKey, collective);
    },
  });
}
