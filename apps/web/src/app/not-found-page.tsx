import { Button } from '@mantine/core';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { useOnline } from '../components/use-online.ts';

export function NotFoundPage() {
  const isOnline = useOnline();
  if (!isOnline) return <NotKeptPage />;
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

/** Without a network nobody knows whether there is such a page. */
const NotKeptPage = () => (
  <Page width="text">
    <PageHeading title="Sin conexión" />
    <EmptyState
      drawing="storm"
      title="Esta página no está guardada en este dispositivo"
      text="Cuando vuelvas a tener internet podrás abrirla. Mientras tanto puedes leer las actividades que viste."
    >
      <Button component="a" href="/actividades">
        Ver actividades
      </Button>
    </EmptyState>
  </Page>
);
