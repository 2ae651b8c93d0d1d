import { changeCollectiveStatus } from '@minga/contract/administration/collectives';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Activates a collective, also one that waits for a review, or deactivates it. Rejects with an ApiError. */
export const useChangeCollectiveStatus = () =>
  useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call(changeCollectiveStatus, { params: { id }, body: { isActive } }),
  });
