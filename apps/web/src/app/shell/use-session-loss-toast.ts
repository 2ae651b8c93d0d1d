import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SESSION_ENDED } from '../../features/accounts/api/session.ts';
import { onSessionLoss } from '../../lib/session-loss.ts';
import { toastError } from '../../lib/toasts.ts';

/** Tells on a public page, which stays, that the session is gone; a guarded one gives way to /login, which says it itself. */
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
