import { type Activity, getActivity } from '@minga/contract/activities';
import {
  approveActivity,
  listAllActivities,
  rejectActivity,
  switchPromotion,
  undoApproval,
  undoRejection,
} from '@minga/contract/administration/activities';
import {
  type BulkDecision,
  type BulkOutcome,
  decideManyActivities,
} from '@minga/contract/administration/bulk-decisions';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { type ModerationScope, totalOutcome } from './model.ts';
import { panelPage } from './panel-api.ts';
import type { ActivityFilters } from './search.ts';

/** All activities in any state, newest first. */
export const activityList = (filters: ActivityFilters, page: number) =>
  panelPage(['activities', filters], page, (paging, signal) =>
    callList(listAllActivities, { query: { ...filters, ...paging }, signal }),
  );

/** One activity in any state. Rejects with a 404 if it was deleted. */
export const oneActivity = (id: string) =>
  queryOptions({
    queryKey: ['administration-activity', id],
    // Choosing an activity of a list fills it too.
    queryFn: ({ signal }): Promise<Activity> => call(getActivity, { params: { id }, signal }),
  });

/** Approves a pending activity, or its series. Rejects with an ApiError; 409 if it is no longer pending. */
export const useApproveActivity = () =>
  useMutation({
    mutationFn: ({ id, scope }: { id: string; scope: ModerationScope }) =>
      call(approveActivity, { params: { id }, query: scope === 'one' ? {} : { scope } }),
  });

interface Rejection {
  readonly id: string;
  readonly reason: string;
  /** As the admin sees it; the default is `pending`. */
  readonly currentStatus?: 'approved';
  readonly scope: ModerationScope;
}

/** Rejects an activity, or its series, and sends its owner the reason. Rejects with an ApiError; 409 if its status has changed. */
export const useRejectActivity = () =>
  useMutation({
    mutationFn: ({ id, scope, ...body }: Rejection) =>
      call(rejectActivity, { params: { id }, query: scope === 'one' ? {} : { scope }, body }),
  });

/** Approves, rejects or deletes some activities, one request after the other. Skips those that have changed. Rejects with an ApiError. */
export const useDecideManyActivities = () =>
  useMutation({
    mutationFn: async (decisions: readonly BulkDecision[]) => {
      const outcomes: BulkOutcome[] = [];
      for (const body of decisions) outcomes.push(await call(decideManyActivities, { body }));
      return totalOutcome(outcomes);
    },
  });

/** Promotes an activity for a week or ends its promotion, in any status. Rejects with an ApiError. */
export const useSwitchPromotion = () =>
  useMutation({
    mutationFn: ({ id, promotion }: { id: string; promotion: boolean }) =>
      call(switchPromotion, { params: { id }, body: { promotion } }),
  });

/** Makes an approved activity, or its series, pending again. Rejects with an ApiError; 409 if its owner has been notified. */
export const useUndoApproval = () =>
  useMutation({
    mutationFn: ({ id, scope }: { id: string; scope: ModerationScope }) =>
      call(undoApproval, { params: { id }, query: scope === 'one' ? {} : { scope } }),
  });

/** Gives a rejected activity, or its series, its earlier status back. Rejects with an ApiError; 409 if its owner has been notified. */
export const useUndoRejection = () =>
  useMutation({
    mutationFn: ({ id, scope }: { id: string; scope: ModerationScope }) =>
      call(undoRejection, { params: { id }, query: scope === 'one' ? {} : { scope } }),
  });
