import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { siteDay } from '../../../lib/dates/dates.ts';
import { useNow } from '../../../lib/dates/now.ts';
import { useClientValue } from '../../../lib/use-client-value.ts';
import type { SearchFilters } from '../search.ts';
import { FilterLink } from './catalogue-filters.tsx';
import { closestTo, hasChosen, nothingFound, withoutFilters } from './filters.ts';

interface Props {
  path: '/actividades' | '/mapa';
  filters: SearchFilters;
  /** The filters with the position of the device. */
  sent: SearchFilters;
  onChoose: (filters: SearchFilters) => void;
}

// Not rendered by the server.
const ClosestResults = lazy(() =>
  import('./closest-results.tsx').then(module => ({ default: module.ClosestResults })),
);

/** The empty state of the catalogue, of its search, or of the map. */
export function CatalogueEmpty(props: Props) {
  const { filters, onChoose } = props;
  if (hasChosen(props.sent)) return <NothingFits {...props} />;
  if (filters.q !== undefined) {
    return (
      <div role="status">
        <EmptyState
          drawing="search"
          title="No se encontraron actividades"
          text="Prueba con una sola palabra, o con el nombre del barrio o la vereda."
        >
          <Button variant="default" onClick={() => onChoose({ ...filters, q: undefined })}>
            Ver todas las actividades
          </Button>
        </EmptyState>
      </div>
    );
  }
  if (filters.date === 'pasadas') {
    return (
      <EmptyState
        drawing="people"
        title="Todavía no hay actividades pasadas"
        text="Cuando termine la primera, quedará aquí para recordarla."
      >
        <Button variant="default" onClick={() => onChoose({ ...filters, date: undefined })}>
          Ver las próximas
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="seedling"
      title="Todavía no hay actividades próximas"
      text="La primera puede ser la tuya: publicarla toma un minuto."
    >
      <Button renderRoot={props => <Link to="/add-task" {...props} />}>Publicar una actividad</Button>
    </EmptyState>
  );
}

/** Says which filters found nothing, and what comes closest. */
function NothingFits({ path, filters, sent, onChoose }: Props) {
  const today = useNow(moment => siteDay(moment));
  const isHydrated = useClientValue(true, false);
  const closest = isHydrated ? closestTo(sent) : null;
  return (
    <>
      <div role="status">
        <EmptyState drawing="search" title={nothingFound(sent, today)}>
          <FilterLink path={path} filters={withoutFilters(filters)} onChoose={onChoose} isPlain>
            Quitar los filtros
          </FilterLink>
        </EmptyState>
      </div>
      {closest && (
        <Suspense>
          <ClosestResults closest={closest} />
        </Suspense>
      )}
    </>
  );
}
