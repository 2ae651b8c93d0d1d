import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signOutAtServer } from '../pending-sign-out.ts';
import { markSignedOut } from '../signed-out.ts';
import { endSession } from './session.ts';

/** Signs out in this browser even if the request fails (docs/rules.md R2.11). */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => signOutAtServer(),
    onSettled: () => {
      endSession(queryClient);
      markSignedOut(queryClient);
    },
  });
}
