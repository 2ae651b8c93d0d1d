import type { BodyInput } from '@minga/contract/endpoint';
import { changePassword } from '@minga/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { sessionsQuery } from './sessions.ts';

/** The server also ends every other session of the user. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof changePassword>) => call(changePassword, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
