import { undoRejection } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { ModerationScope } from '../activity-actions.ts';

/** Gives a rejected activity, or its series, its earlier status back. Rejects with an ApiError; 409 if its owner has been notified. */
export const useUndoRejection = () =>
  useMutation({
    mutationFn: ({ id, scope }: { id: string; scope: ModerationScope }) =>
      call(undoRejection, { params: { id }, query: scope === 'one' ? {} : { scope } }),
  });
