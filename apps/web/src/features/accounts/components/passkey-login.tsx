import { IconFingerprint } from '@tabler/icons-react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { usePasskeyLogin } from '../api/passkey-login.ts';
import { failureText } from '../passkey-failure.ts';
import { usePasskeySuggestions } from './use-passkey-suggestions.ts';

interface Props {
  /** The browser suggests passkeys, too, in the field of the e-mail, which the screen must have. */
  hasSuggestions?: boolean;
}

/** Signs in without typing, in a browser that knows passkeys. */
export function PasskeyLogin({ hasSuggestions = false }: Props) {
  const login = usePasskeyLogin();
  const { message, show, clear } = useTimedMessage();
  const showError = (error: Error) =>
    show(errorSentences(error, failureText(error, 'Error al entrar con la llave de acceso')), {
      stays: true,
    });
  const suggestAgain = usePasskeySuggestions(hasSuggestions, showError);

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
    <>
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
    </>
  );
}
