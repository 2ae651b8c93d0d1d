import { useMutation, useQueryClient } from '@tanstack/react-query';
import { passkeysQuery } from './passkeys.ts';
import { secondFactorQuery } from './second-factor.ts';

/** Creates a passkey in this browser; an empty name becomes that of the browser. */
export function useCreatePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => (await import('../passkey-ceremony.ts')).createPasskey(name),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
}
