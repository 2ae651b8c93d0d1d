import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** The magnifier beside the heading of a list: leads to the search (spec 000 section 2). */
export const SearchLink = () => (
  <ActionIcon
    variant="default"
    aria-label="Buscar actividades"
    renderRoot={props => <Link to="/tasks/buscar" {...props} />}
  >
    <IconSearch size={22} aria-hidden />
  </ActionIcon>
);
