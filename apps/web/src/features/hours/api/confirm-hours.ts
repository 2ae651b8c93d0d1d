import { type ConfirmedHours, confirmHours } from '@minga/contract/hours';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { arrivals } from './arrivals.ts';
import { validCertificates } from './valid-certificates.ts';

/** Confirms the hours of those who were checked in; resolves to how many have hours. Repeating it changes nothing. */
export function useConfirmHours(taskId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: ConfirmedHours) =>
      (await call(confirmHours, { params: { taskId }, body })).confirmed,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: arrivals(taskId).queryKey });
      void queryClient.invalidateQueries({ queryKey: validCertificates(taskId).queryKey });
    },
  });
}
