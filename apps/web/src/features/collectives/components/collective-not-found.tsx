import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';

export const CollectiveNotFound = () => (
  <>
    <PageHeading title="No encontramos este colectivo" />
    <EmptyState
      drawing="path"
      title="Por aquí no hay camino"
      text="Puede que el enlace esté incompleto o que el colectivo ya no exista."
    >
      <Button renderRoot={props => <Link to="/colectivos" {...props} />}>Ver los colectivos</Button>
    </EmptyState>
  </>
);

/** For a screen that only some members may use. */
export const CollectiveNotYours = ({ slug, name, text }: { slug: string; name: string; text: string }) => (
  <>
    <PageHeading title={name} />
    <EmptyState drawing="people" title="Esto lo hacen otras personas del colectivo" text={text}>
      <Button renderRoot={props => <Link to="/colectivos/$slug" params={{ slug }} {...props} />}>
        Ver el colectivo
      </Button>
    </EmptyState>
  </>
);
