import { useLayoutEffect, useRef } from 'react';
import { useOutcome } from '../../../components/page/use-outcome.ts';
import { errorSentences } from '../../../lib/errors/error-sentences.ts';
import { ApiError } from '../../../lib/server/api.ts';
import { toastError } from '../../../lib/toasts.ts';

/** The outcome of a profile section's last action, with the errors of its API calls. */
export function useAccountOutcome() {
  const outcome = useOutcome();
  const isMounted = useRef(false);

  // A layout effect ends with the commit that removes the dialog; an effect may end after a response that arrives then.
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  /**
   * `fallback` says what failed, for errors without a reason from the server. `onWrong` shows a wrong password or code at
   * its field. If the dialog has been closed since, the error is shown as a toast.
   */
  function showError(cause: unknown, fallback: string, onWrong?: (sentence: string) => void) {
    // The session guard redirects to /login, which explains why.
    if (cause instanceof ApiError && cause.status === 401) return;
    const sentences = errorSentences(cause, fallback);
    const isWrong = cause instanceof ApiError && ['WRONG_PASSWORD', 'WRONG_CODE'].includes(cause.code);
    if (!isMounted.current) return void toastError(sentences.join(' '));
    if (isWrong && onWrong) return onWrong(sentences.join(' '));
    outcome.showError(sentences);
  }

  return { ...outcome, showError };
}
