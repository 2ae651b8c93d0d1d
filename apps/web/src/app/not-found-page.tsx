import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/page/empty-state.tsx';
import { Page } from '../components/page/page.tsx';
import { PageHeading } from '../components/page/page-heading.tsx';
import { useOnline } from '../components/use-online.ts';
import { sessionQuery } from '../features/accounts/session/session.ts';
import { isNoConnection, isWithoutResponse } from '../lib/offline/is-unreached.ts';
import { isOfflineShell } from '../lib/offline/offline-shell.ts';
import { siteName } from '../lib/site-name.ts';

export function NotFoundPage() {
  const isOnline = useOnline();
  // Rerenders also on a response that does not change the data.
  const { error, failureReason } = useQuery({ ...sessionQuery, notifyOnChangeProps: 'all' });
  const failure = error ?? failureReason;
  if (!isOnline || isNoConnection(failure)) return <NotCachedPage reason="Sin conexión" />;
  if (isWithoutResponse(failure) || isOfflineShell())
    return <NotCachedPage reason={`${siteName} no responde`} />;
  return (
    <Page width="text">
      <PageHeading title="Esta página no existe" />
      <EmptyState
        drawing="path"
        title="Por aquí no hay camino"
        text="Puede que el enlace esté incompleto o que la actividad ya no esté publicada."
      >
        <Button component="a" href="/actividades">
          Ver la agenda
        </Button>
      </EmptyState>
    </Page>
  );
}

/** While the server is unreachable, the page may exist. */
const NotCachedPage = ({ reason }: { reason: string }) => (
  <Page width="text">
    <PageHeading title={reason} />
    <EmptyState
      drawing="storm"
      title="Esta página no está guardada en este dispositivo"
      text="Cuando vuelva la conexión podrás abrirla. Mientras tanto puedes leer las actividades que viste."
    >
      <Button component="a" href="/actividades">
        Ver la agenda
      </Button>
    </EmptyState>
  </Page>
);
