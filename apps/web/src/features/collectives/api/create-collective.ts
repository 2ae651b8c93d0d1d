import { createCollective } from '@minga/contract/collective-fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import type { CollectiveSubmission } from './collective-submission.ts';
import { oneCollective } from './one-collective.ts';

/** Creates a collective, whose owner the user is. Rejects with an ApiError, or with the signal's reason if aborted. */
export function useCreateCollective() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ draft: { image, ...body }, ...upload }: CollectiveSubmission) =>
      call(createCollective, { body, file: image instanceof File ? image : null, ...upload }),
    onSuccess: collective => {
      void queryClient.invalidateQueries({ queryKey: collectivesKey });
      queryClient.setQueryData(oneCollective(collective.slug).queryKey, collective);
    },
  });
}
