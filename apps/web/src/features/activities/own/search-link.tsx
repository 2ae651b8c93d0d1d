import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** The search icon next to a list's heading (docs/rules.md R3.11). */
export const SearchLink = () => (
  <ActionIcon
    variant="default"
    aria-label="Buscar actividades"
    renderRoot={props => <Link to="/tasks/buscar" {...props} />}
  >
    <IconSearch size={22} aria-hidden />
  </ActionIcon>
);
