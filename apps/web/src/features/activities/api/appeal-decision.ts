import { appealDecision, type NewAppeal } from '@minga/contract/reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { oneActivity } from './one-activity.ts';

/** Appeals once the decision that hid an activity. Rejects with an ApiError; 409 if it was appealed or decided before. */
export function useAppealDecision(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAppeal) => call(appealDecision, { params: { id }, body }),
    onSuccess: () =>
      queryClient.setQueryData(
        oneActivity(id).queryKey,
        activity => activity && { ...activity, appeal: 'sent' as const },
      ),
  });
}
