import type { WholeActivity } from '@minga/contract/activities';
import { createActivity, updateActivity } from '@minga/contract/activity-fields';
import { type Scope, SERIES_HEADER, type SeriesOutcome } from '@minga/contract/series';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callWithHeader } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { changeActivity, invalidateLists, oneActivity } from '../api.ts';
import { type ActivityDraft, repeatBody } from './activity-draft.ts';
import { needsBody } from './draft-parts.ts';

/** The variables of the create and update mutations. */
export interface ActivitySubmission {
  readonly draft: ActivityDraft;
  /** Called with the uploaded share of the request, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  /** The organiser agrees that claims of fewer needs are released. */
  readonly releaseClaims?: boolean;
  /** The occurrences of the series that an edit applies to; by default the one that was opened. */
  readonly scope?: Scope;
}

/** The result of the create and update mutations. */
export interface SavedActivity {
  readonly activity: WholeActivity;
  /** The occurrences that an edit with a scope has changed and left; null: there was none. */
  readonly outcome: SeriesOutcome | null;
}

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

/** Replaces an activity, or with a scope several occurrences of its series. Rejects with an ApiError, or with the signal's reason if aborted. */
export function useUpdateActivity(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      draft: { image, date, endDate, needs, repeat: _repeat, ...fields },
      releaseClaims = false,
      scope = 'one',
      ...upload
    }: ActivitySubmission): Promise<SavedActivity> => {
      const { reply: activity, value } = await callWithHeader(updateActivity, SERIES_HEADER, {
        params: { id },
        query: scope === 'one' ? {} : { scope },
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
      });
      return { activity, outcome: value as SeriesOutcome | null };
    },
    onSuccess: ({ activity }) => {
      changeActivity(queryClient, id, () => activity);
      queryClient.setQueryData(oneActivity(id).queryKey, activity);
      void invalidateLists(queryClient);
    },
  });
}
