import { useEffect, useRef } from 'react';
import { useTimedMessage } from '../../../../components/use-timed-message.ts';
import { ApiError } from '../../../../lib/api.ts';
import { errorSentences } from '../../../../lib/error-sentences.ts';
import { toastError } from '../../../../lib/toasts.ts';

/** How the last thing that one did here ended. The next one takes it back, so that two endings never contradict each other. */
export function useOutcome() {
  const success = useTimedMessage();
  const failure = useTimedMessage();
  const isHere = useRef(false);

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  function clear() {
    success.clear();
    failure.clear();
  }

  function succeed(text: string) {
    failure.clear();
    success.say(text);
  }

  /**
   * `otherwise`: what could not be done, for when the server gives no reason. A wrong password is said at its field
   * (`atPassword`), where it is mended. Who has closed the dialog meanwhile is told above the page.
   */
  function fail(error: unknown, otherwise: string, atPassword?: (sentence: string) => void) {
    // The page is on its way to /login, which says why.
    if (error instanceof ApiError && error.status === 401) return;
    const sentences = errorSentences(error, otherwise);
    const isWrongPassword = error instanceof ApiError && error.code === 'WRONG_PASSWORD';
    if (!isHere.current) return void toastError(sentences.join(' '));
    if (isWrongPassword && atPassword) return atPassword(sentences.join(' '));
    success.clear();
    // Something is to be done about it: it stays until one tries again.
    failure.say(sentences, { stays: true });
  }

  return { success: success.message, failure: failure.message, clear, succeed, fail };
}
