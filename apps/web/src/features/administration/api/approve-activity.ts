import { approveActivity } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Approves what is pending. Fails with an ApiError; 409: it no longer is. */
export const useApproveActivity = () =>
  useMutation({
    mutationFn: (id: string) => call(approveActivity, { params: { id } }),
  });
