import { Button, Stack } from '@mantine/core';
import type { User } from '@minga/contract/session';
import { Link } from '@tanstack/react-router';
import { MessageBox } from '../../../components/message-box.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import classes from './already-verified.module.css';
import { ResendForm } from './resend-form.tsx';

interface Props {
  user: User;
  sentences: readonly string[];
  onSent: () => void;
}

/**
 * Shown if a signed-in user opens an invalid link: usually their own link for the second time, which needs no action. The
 * form remains for the case that the link belongs to another account.
 */
export const AlreadyVerified = ({ user, sentences, onSent }: Props) => (
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
