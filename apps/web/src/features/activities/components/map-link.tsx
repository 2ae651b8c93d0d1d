import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SearchFilters } from '../search-filters.ts';

/** Leads from the catalogue to the map with the same filters. */
export const MapLink = ({ filters }: { filters: SearchFilters }) => (
  <Button
    variant="default"
    leftSection={<IconMap2 size={20} aria-hidden />}
    renderRoot={props => <Link to="/mapa" search={filters} {...props} />}
  >
    Ver en el mapa
  </Button>
);
