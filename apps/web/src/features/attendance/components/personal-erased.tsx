import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';

/** Shown in place of the attendance after the person has erased its data. */
export const PersonalErased = () => (
  <>
    <PageHeading title="Tus datos quedaron borrados" />
    <div role="status">
      <EmptyState
        drawing="path"
        title="Ya no guardamos tu nombre ni tu contacto"
        text="Este enlace ya no sirve. Si quieres volver a una actividad, puedes apuntarte de nuevo cuando quieras."
      />
    </div>
    <Button fullWidth size="lg" renderRoot={props => <Link to="/actividades" {...props} />}>
      Ver actividades
    </Button>
  </>
);
