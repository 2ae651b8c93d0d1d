import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signOutAtServer } from '../pending-sign-out.ts';
import { rememberSignOut } from '../signed-out.ts';
import { endSession } from './session.ts';

/** Signs out here whatever the server says (spec 000 section 4). */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => signOutAtServer(),
    onSettled: () => {
      endSession(queryClient);
      rememberSignOut(queryClient);
    },
  });
}
