import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';

/** For a form whose activity does not exist. */
export const ActivityNotFound = () => (
  <>
    <PageHeading title="No encontramos esta actividad" />
    <EmptyState
      drawing="path"
      title="Por aquí no hay camino"
      text="Puede que el enlace esté incompleto o que la actividad ya se haya eliminado."
    >
      <Button renderRoot={props => <Link to="/tasks" {...props} />}>Ir a mis actividades</Button>
    </EmptyState>
  </>
);

/** For a form that only the organiser may use. */
export const NotOrganiser = ({ id, organiser }: { id: string; organiser: string }) => (
  <>
    <PageHeading title="Esta actividad no es tuya" />
    <EmptyState
      drawing="people"
      title={`La organiza ${organiser}`}
      text="Solo quienes la organizan pueden cambiarla o copiarla. Puedes ver su página y, si te animas, asistir."
    >
      <Button renderRoot={props => <Link to="/actividades/$id" params={{ id }} {...props} />}>
        Ver la actividad
      </Button>
    </EmptyState>
  </>
);
