import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { ApiError } from '../../../lib/api.ts';

interface Props {
  readonly taskId: string;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** While the door has no list: it is loading, missing, not the viewer's, or not on this device. */
export function DoorMissing({ taskId, error, retry }: Props) {
  if (error === null)
    return (
      <>
        <PageHeading title="Puerta" />
        <LoadingStatus text="Cargando la lista de la puerta…" />
      </>
    );
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 403)
    return (
      <>
        <PageHeading title="No recibes en esta actividad" />
        <EmptyState
          drawing="people"
          title="Aquí reciben quienes organizan"
          text="También las personas a quienes les encargaron la puerta. Si vas a ayudar a recibir, pídele a quien organiza que te agregue a su equipo."
        >
          <Button renderRoot={props => <Link to="/actividades/$id" params={{ id: taskId }} {...props} />}>
            Ver la actividad
          </Button>
        </EmptyState>
      </>
    );
  if (status === 404 || status === 400)
    return (
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
  return <ErrorPanel error={error} retry={retry} isWholePage />;
}
