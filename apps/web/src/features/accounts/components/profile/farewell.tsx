import { Button } from '@mantine/core';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';

/** What one finds after having deleted the own account. */
export const Farewell = () => (
  <>
    <PageHeading title="Hasta pronto" />
    <EmptyState
      drawing="path"
      title="Tu cuenta quedó eliminada"
      text="Gracias por lo que hiciste por tu comunidad. Si algún día quieres volver, aquí te esperamos."
    >
      {/* The landing page is a document of its own. */}
      <Button component="a" href="/">
        Ir al inicio
      </Button>
    </EmptyState>
  </>
);
