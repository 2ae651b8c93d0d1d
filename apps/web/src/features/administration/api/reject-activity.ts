import { rejectActivity } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Rejects a pending activity and sends its owner the reason. Rejects with an ApiError; 409 if it is no longer pending. */
export const useRejectActivity = () =>
  useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(rejectActivity, { params: { id }, body: { reason } }),
  });
