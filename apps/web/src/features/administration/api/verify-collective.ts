import { verifyCollective } from '@minga/contract/administration/collectives';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Verifies a collective, or withdraws its verification. Rejects with an ApiError. */
export const useVerifyCollective = () =>
  useMutation({
    mutationFn: ({ id, isVerified }: { id: string; isVerified: boolean }) =>
      call(verifyCollective, { params: { id }, body: { isVerified } }),
  });
