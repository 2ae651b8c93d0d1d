import { createActivity } from '@minga/contract/activity-fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { repeatBody } from '../activity-draft.ts';
import { needsBody } from '../need-draft.ts';
import { invalidateLists } from './activity-cache.ts';
import type { ActivitySubmission, SavedActivity } from './activity-submission.ts';

/** Publishes an activity. Rejects with an ApiError, or with the signal's reason if aborted. */
export function useCreateActivity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      draft: { image, date, endDate, needs, responsible, repeat, ...texts },
      ...upload
    }: ActivitySubmission): Promise<SavedActivity> => {
      const rule = repeatBody({ date, repeat });
      const activity = await call(createActivity, {
        body: {
          ...texts,
          date: new Date(date).toUTCString(),
          needs: needsBody(needs),
          endDate: endDate?.toISOString() ?? null,
          ...(rule !== null && { repeat: rule }),
          ...(responsible.length > 0 && { responsible }),
        },
        file: image instanceof File ? image : null,
        ...upload,
      });
      return { activity, outcome: null };
    },
    onSuccess: () => {
      void invalidateLists(queryClient);
      // Its collective says how many activities are to come.
      void queryClient.invalidateQueries({ queryKey: collectivesKey });
    },
    meta: { isMilestone: true },
  });
}
