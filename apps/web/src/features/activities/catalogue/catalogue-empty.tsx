import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { siteDay } from '../../../lib/dates/dates.ts';
import { useNow } from '../../../lib/dates/now.ts';
import { useClientValue } from '../../../lib/use-client-value.ts';
import type { SearchFilters } from '../search.ts';
import { FilterLink } from './catalogue-chips.tsx';
import { hasChosen, nothingFound, withoutFilters } from './filters.ts';

interface Props {
  path: '/actividades' | '/mapa';
  filters: SearchFilters;
  /** The filters with the position of the device. */
  sent: SearchFilters;
  onChoose: (filters: SearchFilters) => void;
}

// Not rendered by the server.
const Alternatives = lazy(() =>
  import('./alternatives.tsx').then(module => ({ default: module.Alternatives })),
);

/** The empty state of the catalogue, of its search, or of the map, and what there is instead. */
export function CatalogueEmpty(props: Props) {
  const { path, filters, sent, onChoose } = props;
  const isHydrated = useClientValue(true, false);
  return (
    <>
      <Nothing {...props} />
      {isHydrated && (
        <Suspense>
          <Alternatives path={path} filters={filters} sent={sent} onChoose={onChoose} />
        </Suspense>
      )}
    </>
  );
}

function Nothing({ path, filters, sent, onChoose }: Props) {
  const today = useNow(moment => siteDay(moment));
  const isPast = filters.date === 'pasadas';
  if (hasChosen({ ...sent, date: undefined })) {
    return (
      <div role="status">
        <EmptyState drawing="search" title={nothingFound(sent, today)}>
          <FilterLink path={path} filters={withoutFilters(filters)} onChoose={onChoose} isPlain>
            Quitar los filtros
          </FilterLink>
        </EmptyState>
      </div>
    );
  }
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
  return (
    <EmptyState
      drawing={isPast ? 'people' : 'seedling'}
      title={isPast ? 'Todavía no hay actividades pasadas' : 'Todavía no hay actividades próximas'}
      text={
        isPast
          ? 'Cuando termine la primera, quedará aquí para recordarla.'
          : 'La primera puede ser la tuya: publicarla toma un minuto.'
      }
    >
      {isPast ? (
        <Button variant="default" onClick={() => onChoose({ ...filters, date: undefined })}>
          Ver las próximas
        </Button>
      ) : (
        <Button renderRoot={props => <Link to="/add-task" {...props} />}>Publicar una actividad</Button>
      )}
    </EmptyState>
  );
}
