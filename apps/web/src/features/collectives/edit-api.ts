import { createCollective, deleteCollective, updateCollective } from '@minga/contract/collective-fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { activitiesKey } from '../../lib/server/activities-key.ts';
import { call } from '../../lib/server/api.ts';
import { collectivesKey } from '../../lib/server/collectives-key.ts';
import { oneCollective } from './api.ts';
import type { CollectiveDraft } from './draft.ts';

/** The variables of the create and update mutations. */
export interface CollectiveSubmission {
  readonly draft: CollectiveDraft;
  /** Called with the uploaded share of the request, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

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

/** Deletes a collective. A 404 counts as success: it is already deleted. */
export function useDeleteCollective(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => ignoreNotFound(call(deleteCollective, { params: { slug } })),
    // Without a refetch: the page that shows it is about to be left.
    onSuccess: () =>
      Promise.all(
        [collectivesKey, activitiesKey].map(queryKey =>
          queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
        ),
      ),
  });
}
