import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { siteDay } from '../../../lib/dates/dates.ts';
import { useNow } from '../../../lib/dates/now.ts';
import { searchCount } from '../model.ts';
import { HERE, type SearchFilters } from '../search.ts';
import classes from './catalogue.module.css';
import { FilterLink } from './catalogue-chips.tsx';
import { countEach } from './count-api.ts';
import { alternativesTo, hasChosen, nothingFound, withoutFilters } from './filters.ts';

interface Props {
  path: '/actividades' | '/mapa';
  filters: SearchFilters;
  /** The filters with the position of the device. */
  sent: SearchFilters;
  onChoose: (filters: SearchFilters) => void;
}

/** The empty state of the catalogue, of its search, or of the map, and what there is instead. */
export function CatalogueEmpty(props: Props) {
  return (
    <>
      <Nothing {...props} />
      <Alternatives {...props} />
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

const SHOWN = 4;

/** Alternatives to a search that found nothing, with counts. Renders nothing if that is nothing either. */
function Alternatives({ path, filters, sent, onChoose }: Props) {
  const headingId = useId();
  const today = useNow(moment => siteDay(moment));
  const alternatives = alternativesTo(sent, today);
  const { data: counts = [] } = useQuery(countEach(alternatives.map(each => each.filters)));
  const found = alternatives
    .map((alternative, index) => ({ ...alternative, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .slice(0, SHOWN);
  if (found.length === 0) return null;
  return (
    <nav aria-labelledby={headingId} className={classes.instead}>
      <h2 id={headingId} className={classes.title}>
        Sí hay
      </h2>
      <div className={`cluster ${classes.chosen}`}>
        {found.map(({ name, filters: next, count }) => (
          <FilterLink key={name} path={path} filters={inAddress(next, filters)} onChoose={onChoose}>
            {`${name} (${searchCount(count)})`}
          </FilterLink>
        ))}
      </div>
    </nav>
  );
}

/** The address never has the position of the device. */
const inAddress = (next: SearchFilters, { cerca }: SearchFilters): SearchFilters =>
  cerca === HERE && next.cerca !== undefined ? { ...next, cerca: HERE } : next;
