import { rejectActivity } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Rejects what is pending, and tells its owner why. Fails with an ApiError; 409: it no longer is. */
export const useRejectActivity = () =>
  useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(rejectActivity, { params: { id }, body: { reason } }),
  });
