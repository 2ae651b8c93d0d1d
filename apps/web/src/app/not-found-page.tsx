import { Button } from '@mantine/core';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHeading } from '../components/page-heading.tsx';

export function NotFoundPage() {
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
