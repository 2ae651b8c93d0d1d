import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CardSkeletons } from '../../../components/page/card-skeleton.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { PagedGrid } from '../activity-grid.tsx';
import { othersActivities } from '../lists-api.ts';
import { countedTitle } from '../model.ts';
import { SearchLink } from './search-link.tsx';

const HEADING = 'Lista de Actividades';

interface Props {
  /** Must be memoized: the cards are rendered again when it changes. */
  attendance: (activity: Activity) => ReactNode;
}

/** /tasks/lista: upcoming activities of other organisers. */
export function OthersActivitiesView({ attendance }: Props) {
  const list = useInfiniteQuery(othersActivities);
  const total = list.data?.total;
  return (
    <>
      <PageHeading
        title={countedTitle(HEADING, total)}
        windowTitle={HEADING}
        lead="Lo que viene y organizan otras personas."
        action={<SearchLink />}
      />
      {list.isPending && <CardSkeletons text="Cargando actividades..." />}
      {list.isLoadingError && <ErrorPanel error={list.error} retry={list.refetch} />}
      {total === 0 && (
        <EmptyState
          drawing="people"
          title="No hay actividades disponibles."
          text="Cuando alguien de tu comunidad publique una, la verás aquí. La primera puede ser la tuya."
        >
          <Button renderRoot={props => <Link to="/add-task" {...props} />}>Crear Actividad</Button>
        </EmptyState>
      )}
      <PagedGrid list={list} attendance={attendance} isUrgent />
    </>
  );
}
