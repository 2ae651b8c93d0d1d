import { switchPromotion } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Promotes an activity for a week or ends its promotion, in any status. Rejects with an ApiError. */
export const useSwitchPromotion = () =>
  useMutation({
    mutationFn: ({ id, promotion }: { id: string; promotion: boolean }) =>
      call(switchPromotion, { params: { id }, body: { promotion } }),
  });
