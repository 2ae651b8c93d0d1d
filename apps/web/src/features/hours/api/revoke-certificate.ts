import { revokeCertificate } from '@minga/contract/certificates';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';
import { arrivals } from './arrivals.ts';
import { validCertificates } from './valid-certificates.ts';

/** Revokes the certificate of an attendance. A 404 counts as success: already revoked. */
export function useRevokeCertificate(taskId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => ignoreNotFound(call(revokeCertificate, { params: { id } })),
    onSettled: () =>
      Promise.all(
        [arrivals(taskId), validCertificates(taskId)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
