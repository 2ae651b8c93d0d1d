import { undoApproval } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { ModerationScope } from '../activity-actions.ts';

/** Makes an approved activity, or its series, pending again. Rejects with an ApiError; 409 if its owner has been notified. */
export const useUndoApproval = () =>
  useMutation({
    mutationFn: ({ id, scope }: { id: string; scope: ModerationScope }) =>
      call(undoApproval, { params: { id }, query: scope === 'one' ? {} : { scope } }),
  });
