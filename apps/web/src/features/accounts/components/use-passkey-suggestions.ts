import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { usePasskeyLogin } from '../api/passkey-login.ts';
import { suggestsPasskeys } from '../passkey-support.ts';

/** An authenticator that answers at once must not ask the server for ever. */
const ROUNDS_MAX = 20;

/**
 * If `isEnabled`, lets the browser suggest passkeys in the field of the e-mail while the screen is shown, and signs in with the chosen one.
 * `onRejected` gets the error of a passkey that the server rejects; everything else is silent, since nothing was asked for.
 * Returns the function that suggests again after another request to the browser.
 */
export function usePasskeySuggestions(isEnabled: boolean, onRejected: (error: Error) => void): () => void {
  const { mutateAsync } = usePasskeyLogin();
  const [round, setRound] = useState(0);
  const suggest = useEffectEvent((isCurrent: () => boolean) =>
    mutateAsync('suggestion').catch(error => {
      if (!isCurrent() || !(error instanceof ApiError) || !hasUsedPasskey(error)) return;
      onRejected(error);
      setRound(last => last + 1);
    }),
  );

  useEffect(() => {
    let isCurrent = true;
    let stop: (() => void) | null = null;

    async function start() {
      if (!isEnabled || round > ROUNDS_MAX || !(await suggestsPasskeys()) || !isCurrent) return;
      const { stopWaiting } = await import('../passkey-ceremony.ts');
      if (!isCurrent) return;
      stop = stopWaiting;
      await suggest(() => isCurrent);
      stop = null;
    }

    // Without the code there are no suggestions.
    start().catch(() => {});
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [isEnabled, round]);

  return useCallback(() => setRound(last => last + 1), []);
}

/** The options cause neither of these. */
const hasUsedPasskey = ({ status }: ApiError) => [400, 401, 403].includes(status);
