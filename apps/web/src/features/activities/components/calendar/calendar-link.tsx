import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SearchFilters } from '../../search-filters.ts';

/** From the catalogue to the calendar with the same filters; without the time, which the month decides, and the user's place. */
export const CalendarLink = ({ filters }: { filters: SearchFilters }) => {
  const { q, categoria, etiqueta, cupos, colectivo } = filters;
  return (
    <Button
      variant="default"
      renderRoot={props => (
        <Link to="/calendario" search={{ q, categoria, etiqueta, cupos, colectivo }} {...props} />
      )}
    >
      Calendario
    </Button>
  );
};
