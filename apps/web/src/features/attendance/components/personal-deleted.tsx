import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';

export const PersonalDeleted = ({ title }: { title: string }) => (
  <>
    <PageHeading title="Esta actividad fue eliminada" />
    <div role="status">
      <EmptyState
        drawing="path"
        title={`«${title}» ya no está en Minga`}
        text="Quien la organizaba la eliminó, y con ella tu asistencia. No tienes que cancelar nada."
      />
    </div>
    <Button fullWidth size="lg" renderRoot={props => <Link to="/actividades" {...props} />}>
      Ver otras actividades
    </Button>
  </>
);
