import { useEffect, useRef } from 'react';
import { useTimedMessage } from '../../../../components/use-timed-message.ts';
import { ApiError } from '../../../../lib/api.ts';
import { errorSentences } from '../../../../lib/error-sentences.ts';
import { toastError } from '../../../../lib/toasts.ts';

/** The messages of a section's last action. Each action clears the previous outcome, so that two never contradict each other. */
export function useOutcome() {
  const success = useTimedMessage();
  const error = useTimedMessage();
  const isMounted = useRef(false);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  function clear() {
    success.clear();
    error.clear();
  }

  function showSuccess(text: string) {
    error.clear();
    success.show(text);
  }

  /**
   * `fallback` says what failed, for errors without a reason from the server. `onWrongPassword` shows a wrong password at
   * its field. If the dialog has been closed since, the error is shown as a toast.
   */
  function showError(cause: unknown, fallback: string, onWrongPassword?: (sentence: string) => void) {
    // The session guard redirects to /login, which explains why.
    if (cause instanceof ApiError && cause.status === 401) return;
    const sentences = errorSentences(cause, fallback);
    const isWrongPassword = cause instanceof ApiError && cause.code === 'WRONG_PASSWORD';
    if (!isMounted.current) return void toastError(sentences.join(' '));
    if (isWrongPassword && onWrongPassword) return onWrongPassword(sentences.join(' '));
    success.clear();
    // An error that requires action stays until the next attempt.
    error.show(sentences, { stays: true });
  }

  return { success: success.message, error: error.message, clear, showSuccess, showError };
}
