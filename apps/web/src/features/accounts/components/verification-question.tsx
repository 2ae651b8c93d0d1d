import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { sessionQuery } from '../api/session.ts';
import { verificationLinkQuery } from '../api/verification-link.ts';
import { VerificationError } from './verification-error.tsx';
import classes from './verification-question.module.css';

interface Props {
  token: string;
  onConfirm: () => void;
  onSent: () => void;
}

/** Names the account of the link, and that of the open session, which verifying would end. */
export function VerificationQuestion({ token, onConfirm, onSent }: Props) {
  const { data: account, error, isFetching, refetch } = useQuery(verificationLinkQuery(token));
  const { data: user, isPending: isSessionPending } = useQuery(sessionQuery);

  if (error && !isFetching) {
    return <VerificationError error={error} retry={() => void refetch()} onSent={onSent} />;
  }
  if (account === undefined || isSessionPending) {
    return (
      <>
        <PageHeading title="Verifica tu correo" />
        <LoadingStatus text="Abriendo tu enlace…" />
      </>
    );
  }
  return (
    <>
      <PageHeading title="Verifica tu correo" />
      <Stack gap="md" className={classes.question}>
        <p>
          Este enlace es de la cuenta de <strong>{account.username}</strong>, con el correo{' '}
          <strong>{account.email}</strong>. Al verificarlo entras con esa cuenta.
        </p>
        {user && (
          <p className={classes.session}>
            Aquí está abierta la sesión de <strong>{user.username}</strong>, con el correo{' '}
            <strong>{user.email}</strong>. Si verificas, se cierra.
          </p>
        )}
        <Button size="lg" fullWidth onClick={onConfirm}>
          Verificar mi correo
        </Button>
        <p>¿No creaste esa cuenta? Cierra esta página: sin verificarla no se activa.</p>
      </Stack>
    </>
  );
}
