import { rejectActivity } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { ModerationScope } from '../activity-actions.ts';

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
