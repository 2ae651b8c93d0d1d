import { approveActivity } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { ModerationScope } from '../activity-actions.ts';

/** Approves a pending activity, or its series. Rejects with an ApiError; 409 if it is no longer pending. */
export const useApproveActivity = () =>
  useMutation({
    mutationFn: ({ id, scope }: { id: string; scope: ModerationScope }) =>
      call(approveActivity, { params: { id }, query: scope === 'one' ? {} : { scope } }),
  });
