import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FailurePage } from '../../../components/failure-page.tsx';
import { ResendForm } from './resend-form.tsx';

interface Props {
  sentences: readonly string[];
  /** Set if the link may still be valid because the server was not reached. */
  retry: (() => void) | undefined;
  onSent: () => void;
}

export const VerificationFailed = ({ sentences, retry, onSent }: Props) => (
  <FailurePage heading="No pudimos verificar tu correo" sentences={sentences}>
    {retry && <Button onClick={retry}>Intentar de nuevo</Button>}
    <p style={{ margin: 0 }}>
      Los enlaces duran 24 horas y sirven una sola vez. Escribe tu correo y te enviamos uno nuevo.
    </p>
    <ResendForm onSent={onSent} />
    <p style={{ margin: 0 }}>
      Si ya verificaste tu cuenta, <Link to="/login">inicia sesión</Link>.
    </p>
  </FailurePage>
);
