import { undoApproval } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Makes an approved activity pending again. Rejects with an ApiError; 409 if its owner has been notified. */
export const useUndoApproval = () =>
  useMutation({
    mutationFn: (id: string) => call(undoApproval, { params: { id } }),
  });
