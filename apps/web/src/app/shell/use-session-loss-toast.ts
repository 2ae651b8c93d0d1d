import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SESSION_ENDED } from '../../features/accounts/session.ts';
import { onSessionLoss } from '../../lib/session-loss.ts';
import { toastError } from '../../lib/toasts.ts';

/** Shows a toast on public pages when the session has expired; guarded pages redirect to /login, which shows the message. */
export function useSessionLossToast(): void {
  const router = useRouter();
  useEffect(
    () =>
      onSessionLoss(() => {
        const isGuarded = router.state.matches.some(({ routeId }) => routeId === '/_shell/_member');
        if (!isGuarded) toastError(SESSION_ENDED);
      }),
    [router],
  );
}
