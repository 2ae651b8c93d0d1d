import { revokeCertificate } from '@minga/contract/certificates';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { arrivals } from './arrivals.ts';
import { validCertificates } from './valid-certificates.ts';

/** Revokes the certificate of an attendance. A 404 counts as success: already revoked. */
export function useRevokeCertificate(taskId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await call(revokeCertificate, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSettled: () =>
      Promise.all(
        [arrivals(taskId), validCertificates(taskId)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
