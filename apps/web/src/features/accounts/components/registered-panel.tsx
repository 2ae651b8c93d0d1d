import { useEffect, useRef } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { Drawing } from '../../../components/drawing.tsx';
import { HelpLink } from '../../../components/help-link.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useResendVerification } from '../api/resend-verification.ts';
import classes from './registered-panel.module.css';

interface Props {
  /** The server's message. */
  text: string;
  /** Where the link was sent. */
  email: string;
}

/** Shown after sign-up: where the link was sent, and a button to resend it. */
export function RegisteredPanel({ text, email }: Props) {
  const resend = useResendVerification();
  const success = useTimedMessage();
  const error = useTimedMessage();
  const panel = useRef<HTMLElement>(null);

  // The panel appears below the form, possibly out of view: scroll to it and move the screen reader's focus there.
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView?.({ block: 'center' });
  }, []);

  function sendAgain() {
    success.clear();
    error.clear();
    resend.mutate(email, {
      onSuccess: ({ message }) => success.show(message),
      onError: cause => error.show(errorSentences(cause, 'Error al reenviar email')),
    });
  }

  return (
    <section ref={panel} tabIndex={-1} aria-labelledby="registrado" className={classes.panel}>
      <Drawing name="letter" />
      <h2 id="registrado" className={classes.title}>
        {text}
      </h2>
      <p>
        Te escribimos a <strong>{email}</strong>. Abre el mensaje y haz clic en el enlace para activar tu
        cuenta. Si no lo ves en tu bandeja de entrada, mira en la carpeta de spam.
      </p>
      <BusyButton variant="default" onClick={sendAgain} isBusy={resend.isPending} busyLabel="Enviando…">
        Reenviar correo de verificación
      </BusyButton>
      <HelpLink to="cuenta#si-no-llega-el-correo-de-verificación">¿No te llega? Qué puedes hacer</HelpLink>
      <MessageBox kind="success" message={success.message} />
      <MessageBox kind="error" message={error.message} />
    </section>
  );
}
