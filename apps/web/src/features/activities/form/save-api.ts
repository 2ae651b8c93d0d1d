import type { WholeActivity } from '@minga/contract/activities';
import { createActivity, updateActivity } from '@minga/contract/activity-fields';
import { type Scope, SERIES_HEADER, type SeriesOutcome } from '@minga/contract/series';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callWithHeader } from '../../../lib/server/api.ts';
import { collectivesKey } from '../../../lib/server/collectives-key.ts';
import { changeActivity, invalidateLists, oneActivity } from '../api.ts';
import type { ActivityDraft } from './activity-draft.ts';
import { withOwnWeekday } from './draft-parts.ts';
import { toPickerText } from './picked-date.ts';

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

type Sent<Value> = Value extends Date ? string : Value;

/**
 * The fields of a request. Moments are in ISO 8601: toUTCString(), which multipart forms would use, drops the milliseconds, and the server
 * would reject an unchanged past date as moved.
 */
const fieldsOf = ({ image: _image, repeat: _repeat, ...fields }: ActivityDraft) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  ) as { [Name in keyof typeof fields]: Sent<(typeof fields)[Name]> };

const fileOf = ({ image }: ActivityDraft) => (image instanceof File ? image : null);

/** Publishes an activity. Rejects with an ApiError, or with the signal's reason if aborted. */
export function useCreateActivity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ draft, ...upload }: ActivitySubmission): Promise<SavedActivity> => {
      const { date, repeat, responsible } = draft;
      const activity = await call(createActivity, {
        body: {
          ...fieldsOf(draft),
          date: new Date(date).toUTCString(),
          responsible: responsible.length > 0 ? responsible : undefined,
          ...(repeat && { repeat: withOwnWeekday(repeat, toPickerText(date)) }),
        },
        file: fileOf(draft),
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
      draft,
      releaseClaims = false,
      scope = 'one',
      ...upload
    }: ActivitySubmission): Promise<SavedActivity> => {
      const { reply: activity, value } = await callWithHeader(updateActivity, SERIES_HEADER, {
        params: { id },
        query: scope === 'one' ? {} : { scope },
        body: {
          ...fieldsOf(draft),
          ...(releaseClaims && { releaseClaims }),
          removeImage: draft.image === null,
        },
        file: fileOf(draft),
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
