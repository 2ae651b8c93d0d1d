import { declineFeedback, giveFeedback, type NewFeedback } from '@minga/contract/feedback';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { type Bearer, forgetAskedFeedback, ownFeedback, proofOf } from './own-feedback.ts';

/** Says how an activity was, or changes what was said. */
export function useGiveFeedback(bearer: Bearer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (given: NewFeedback) =>
      call(giveFeedback, { params: { taskId: bearer.taskId }, body: { ...given, ...proofOf(bearer) } }),
    onSuccess: (_nothing, given) => {
      queryClient.setQueryData(ownFeedback(bearer).queryKey, { canAnswer: true, feedback: given });
      forgetAskedFeedback(queryClient);
    },
  });
}

/** Stores that the bearer is not to be asked any more; the bearer can still say how it was. */
export function useDeclineFeedback(bearer: Bearer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(declineFeedback, { params: { taskId: bearer.taskId }, body: proofOf(bearer) }),
    onSuccess: () => {
      queryClient.setQueryData(ownFeedback(bearer).queryKey, {
        ...{ canAnswer: true, feedback: null, isDeclined: true },
      });
      forgetAskedFeedback(queryClient);
    },
  });
}
