import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { isFiltered } from '../../calendar-search.ts';
import { monthName } from '../../month-grid.ts';
import type { MonthParts } from './month-parts.ts';

interface Props extends Pick<MonthParts, 'month' | 'filters'> {
  /** The next month that has something. */
  next: string | null;
}

/** A month without activities leads to the next one that has some, or to the first to be published. */
export function CalendarEmpty({ month, filters, next }: Props) {
  const hasFilters = isFiltered(filters);
  return (
    <EmptyState
      drawing={hasFilters ? 'search' : 'seedling'}
      title={`No hay actividades en ${monthName(month)}`}
      text={textOf(hasFilters, next)}
    >
      {next !== null && (
        <Button
          renderRoot={props => (
            <Link to="/calendario" search={{ ...filters, mes: next }} resetScroll={false} {...props} />
          )}
        >
          {`Ir a ${monthName(next)}`}
        </Button>
      )}
      {next === null && hasFilters && (
        <Button
          variant="default"
          renderRoot={props => (
            <Link to="/calendario" search={{ mes: month }} resetScroll={false} {...props} />
          )}
        >
          Ver todo el mes
        </Button>
      )}
      {next === null && !hasFilters && (
        <Button renderRoot={props => <Link to="/add-task" {...props} />}>Publicar una actividad</Button>
      )}
    </EmptyState>
  );
}

function textOf(hasFilters: boolean, next: string | null): string {
  if (next !== null) return `Lo siguiente${hasFilters ? ' de lo que buscas' : ''} es en ${monthName(next)}.`;
  if (hasFilters) return 'Prueba con otra palabra, o mira todo el mes.';
  return 'La próxima puede ser la tuya: publicarla toma un minuto.';
}
