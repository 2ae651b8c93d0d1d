import { Button, Stack } from '@mantine/core';
import type { User } from '@minga/contract/accounts';
import { Link } from '@tanstack/react-router';
import { MessageBox } from '../../../components/message-box.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { ResendForm } from './resend-form.tsx';
import classes from './verification-needless.module.css';

interface Props {
  /** Who is signed in here. */
  user: User;
  sentences: readonly string[];
  onSent: () => void;
}

/**
 * A link that is no good, opened by who is signed in: mostly one's own for the second time, and then all is well. It may
 * have been another account's, and for that one there is still the form.
 */
export const VerificationNeedless = ({ user, sentences, onSent }: Props) => (
  <>
    <PageHeading title="Tu cuenta está lista" />
    <Stack gap="lg">
      <p className={classes.text}>
        Entraste como <strong>{user.username}</strong>, con el correo <strong>{user.email}</strong>. No
        necesitas verificarlo otra vez.
      </p>
      <Button component={Link} to="/tasks" fullWidth size="lg">
        Ir a mis actividades
      </Button>
      <MessageBox kind="info" message={{ sentences, isVisible: true }} />
      <p className={classes.text}>
        ¿El enlace era de otra cuenta? Escribe su correo y te enviamos uno nuevo.
      </p>
      <ResendForm onSent={onSent} />
    </Stack>
  </>
);
