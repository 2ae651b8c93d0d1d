import { logout } from '@minga/contract/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { rememberSignOut } from '../signed-out.ts';
import { endSession } from './session.ts';

/** Signs out here whatever the server says (spec 000 section 4). */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(logout).catch(() => undefined),
    onSettled: () => {
      endSession(queryClient);
      rememberSignOut(queryClient);
    },
  });
}
