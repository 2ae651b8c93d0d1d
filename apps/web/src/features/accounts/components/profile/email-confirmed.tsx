import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { useUser } from '../../api/session.ts';

/** `text` is the server's message. */
export function EmailConfirmed({ text }: { text: string }) {
  const user = useUser();
  return (
    <>
      <PageHeading title="¡Listo!" />
      <div role="status">
        <EmptyState
          drawing="letter"
          title={text}
          text="Desde ahora entras a Minga con esa dirección, y ahí te escribimos."
        />
      </div>
      <Button component={Link} to={user ? '/profile' : '/login'} fullWidth size="lg">
        {user ? 'Ir a mi perfil' : 'Iniciar sesión'}
      </Button>
    </>
  );
}
