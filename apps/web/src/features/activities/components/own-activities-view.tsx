import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CardSkeletons } from '../../../components/card-skeleton.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultPanel } from '../../../components/fault-panel.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { ownActivities } from '../api/own-activities.ts';
import { byTiming } from '../state.ts';
import { ActivityGrid } from './activity-grid.tsx';
import classes from './own-activities-view.module.css';

/** /tasks: what one organises, first what is to come, then what has been. */
export function OwnActivitiesView() {
  const { data, error, refetch } = useQuery(ownActivities);
  if (data === undefined) {
    return (
      <>
        <PageHeading title="Mis Actividades" />
        {error ? (
          <FaultPanel error={error} retry={refetch} />
        ) : (
          <CardSkeletons text="Cargando actividades..." />
        )}
      </>
    );
  }
  const { upcoming, past } = byTiming(data, new Date());
  return (
    <>
      <PageHeading title={`Mis Actividades (${upcoming.length})`} windowTitle="Mis Actividades" />
      {data.length === 0 && (
        <EmptyState
          drawing="seedling"
          title="No hay tareas aún, por favor agregue una nueva tarea"
          text="Cuenta qué vas a hacer, dónde y cuándo; tu comunidad hace el resto."
        >
          <Button renderRoot={props => <Link to="/add-task" {...props} />}>
            Publicar mi primera actividad
          </Button>
        </EmptyState>
      )}
      {upcoming.length > 0 && <ActivityGrid activities={upcoming} order={2} />}
      {data.length > 0 && upcoming.length === 0 && (
        <p className={classes.none}>Ahora no organizas ninguna actividad próxima.</p>
      )}
      {past.length > 0 && (
        <>
          <p className={classes.divider}>Historial</p>
          <h2 className={classes.heading}>Actividades Pasadas ({past.length})</h2>
          <ActivityGrid activities={past} order={3} />
        </>
      )}
    </>
  );
}
