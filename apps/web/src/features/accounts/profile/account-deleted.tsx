import { Button } from '@mantine/core';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';

/** Shown at /adios after the user has deleted their account. */
export const AccountDeleted = () => (
  <>
    <PageHeading title="Hasta pronto" />
    <EmptyState
      drawing="path"
      title="Tu cuenta quedó eliminada"
      text="Gracias por lo que hiciste por tu comunidad. Si algún día quieres volver, aquí te esperamos."
    >
      {/* The landing page is a separate document, so the router cannot navigate to it. */}
      <Button component="a" href="/">
        Ir al inicio
      </Button>
    </EmptyState>
  </>
);
