import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MessageBox } from '../../../components/message-box.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { ResendForm } from './resend-form.tsx';

interface Props {
  sentences: readonly string[];
  /** Set if the link may still be valid because the server was not reached. */
  retry: (() => void) | undefined;
  onSent: () => void;
}

/** The error stays visible: it is the page's content, not a timed message. */
export function VerificationFailed({ sentences, retry, onSent }: Props) {
  return (
    <>
      <PageHeading title="No pudimos verificar tu correo" />
      <Stack gap="lg">
        <MessageBox kind="error" message={{ sentences, isVisible: true }} />
        {retry && <Button onClick={retry}>Intentar de nuevo</Button>}
        <p style={{ margin: 0 }}>
          Los enlaces duran 24 horas y sirven una sola vez. Escribe tu correo y te enviamos uno nuevo.
        </p>
        <ResendForm onSent={onSent} />
        <p style={{ margin: 0 }}>
          Si ya verificaste tu cuenta, <Link to="/login">inicia sesión</Link>.
        </p>
      </Stack>
    </>
  );
}
