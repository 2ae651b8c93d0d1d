import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startSession } from './session.ts';

/** Signs in with a passkey: one that the user chooses in the browser's dialog, or a suggestion in the field of the e-mail. */
export function usePasskeyLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (kind: 'dialog' | 'suggestion') =>
      (await import('../passkey-ceremony.ts')).signInWithPasskey({ isSuggestion: kind === 'suggestion' }),
    onSuccess: user => startSession(queryClient, user),
    meta: { signsIn: true },
  });
}
