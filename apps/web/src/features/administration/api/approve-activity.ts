import { approveActivity } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Approves a pending activity. Rejects with an ApiError; 409 if it is no longer pending. */
export const useApproveActivity = () =>
  useMutation({
    mutationFn: (id: string) => call(approveActivity, { params: { id } }),
  });
