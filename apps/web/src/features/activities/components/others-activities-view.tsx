import type { Activity } from '@minga/contract/activities';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CardSkeletons } from '../../../components/card-skeleton.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultPanel } from '../../../components/fault-panel.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { othersActivities } from '../api/others-activities.ts';
import { PagedGrid } from './paged-grid.tsx';

/** /tasks/lista: what others organise and one can still join. */
export function OthersActivitiesView({ attendance }: { attendance: (activity: Activity) => ReactNode }) {
  const list = useInfiniteQuery(othersActivities);
  const total = list.data?.total;
  return (
    <>
      <PageHeading
        title={total === undefined ? 'Lista de Actividades' : `Lista de Actividades (${total})`}
        windowTitle="Lista de Actividades"
      />
      {list.isPending && <CardSkeletons text="Cargando actividades..." />}
      {list.isLoadingError && <FaultPanel error={list.error} retry={list.refetch} />}
      {total === 0 && (
        <EmptyState
          drawing="people"
          title="No hay actividades disponibles."
          text="Cuando alguien de tu comunidad publique una, la verás aquí."
        />
      )}
      <PagedGrid list={list} attendance={attendance} />
    </>
  );
}
