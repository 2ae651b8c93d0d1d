import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { SearchFilters } from '../search-filters.ts';

interface Props {
  filters: SearchFilters;
  onShowAll: () => void;
}

/** The empty state of the catalogue or of its search. */
export function CatalogueEmpty({ filters, onShowAll }: Props) {
  if (filters.q !== undefined) {
    return (
      <div role="status">
        <EmptyState
          drawing="search"
          title="No se encontraron actividades"
          text="Prueba con una sola palabra, o con el nombre del barrio o la vereda."
        >
          <Button variant="default" onClick={onShowAll}>
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
      />
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
