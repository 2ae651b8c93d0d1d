import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { usePasskeyLogin } from '../api/passkey-login.ts';
import { failureText } from '../passkey-failure.ts';
import { supportsPasskeys } from '../passkey-support.ts';
import classes from './passkey-login.module.css';
import { usePasskeySuggestions } from './use-passkey-suggestions.ts';

/** Signs in without typing. Renders nothing in a browser that does not know passkeys. */
export function PasskeyLogin() {
  const [isSupported] = useState(supportsPasskeys);
  return isSupported ? <PasskeyButton /> : null;
}

function PasskeyButton() {
  const login = usePasskeyLogin();
  const { message, show, clear } = useTimedMessage();
  const showError = (error: Error) =>
    show(errorSentences(error, failureText(error, 'Error al entrar con la llave de acceso')), {
      stays: true,
    });
  const suggestAgain = usePasskeySuggestions(showError);

  function start() {
    clear();
    login.mutate('dialog', {
      onError: error => {
        showError(error);
        // The dialog has ended them.
        suggestAgain();
      },
    });
  }

  return (
    <div className={classes.alternative}>
      <p className={classes.or}>o</p>
      <MessageBox kind="error" message={message} />
      <BusyButton
        variant="default"
        size="lg"
        leftSection={<IconFingerprint size={24} aria-hidden />}
        onClick={start}
        isBusy={login.isPending}
        busyLabel="Esperando tu llave…"
      >
        Entrar con llave de acceso
      </BusyButton>
    </div>
  );
}
