import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { useOnline } from '../components/use-online.ts';
import { sessionQuery } from '../features/accounts/api/session.ts';
import { isAway, isNoConnection } from '../lib/offline/is-unreached.ts';
import { isStoodIn } from '../lib/offline/stood-in.ts';

export function NotFoundPage() {
  const isOnline = useOnline();
  // Also an answer that changes nothing is one.
  const { error, failureReason } = useQuery({ ...sessionQuery, notifyOnChangeProps: 'all' });
  const failure = error ?? failureReason;
  if (!isOnline || isNoConnection(failure)) return <NotKeptPage reason="Sin conexión" />;
  if (isAway(failure) || isStoodIn()) return <NotKeptPage reason="Minga no responde" />;
  return (
    <Page width="text">
      <PageHeading title="Esta página no existe" />
      <EmptyState
        drawing="path"
        title="Por aquí no hay camino"
        text="Puede que el enlace esté incompleto o que la actividad ya no esté publicada."
      >
        <Button component="a" href="/actividades">
          Ver actividades
        </Button>
      </EmptyState>
    </Page>
  );
}

/** Without the server nobody knows whether there is such a page. */
const NotKeptPage = ({ reason }: { reason: string }) => (
  <Page width="text">
    <PageHeading title={reason} />
    <EmptyState
      drawing="storm"
      title="Esta página no está guardada en este dispositivo"
      text="Cuando vuelva la conexión podrás abrirla. Mientras tanto puedes leer las actividades que viste."
    >
      <Button component="a" href="/actividades">
        Ver actividades
      </Button>
    </EmptyState>
  </Page>
);
