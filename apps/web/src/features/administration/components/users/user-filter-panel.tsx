import { NativeSelect } from '@mantine/core';
import { SEARCH_MAX } from '@minga/contract/activities';
import { SearchBox } from '../../../../components/search-box.tsx';
import type { TabProps } from '../../dashboard-search.ts';
import { userFilters } from '../../panel-search.ts';
import classes from '../lists/filter-panel.module.css';

const ROLES = [
  { value: '', label: 'Todos' },
  { value: 'user', label: 'Usuarios' },
  { value: 'admin', label: 'Administradores' },
];
const STATUSES = [
  { value: '', label: 'Todos' },
  { value: 'active', label: 'Activos' },
  { value: 'inactive', label: 'Inactivos' },
];

/** Selections take effect immediately, typed words after a pause. */
export function UserFilterPanel({ search, onSearch }: TabProps) {
  const { role, status, search: words = '' } = userFilters(search);
  const change = (changes: Partial<typeof search>, options?: { replace: boolean }) =>
    onSearch({ ...search, ...changes, pagina: undefined }, options);
  return (
    <div className={classes.panel}>
      <SearchBox
        label="Buscar"
        placeholder="Nombre o correo"
        words={words}
        maxLength={SEARCH_MAX}
        form={{
          path: '/admin-dashboard',
          name: 'q',
          others: { tab: 'usuarios', rol: role, estado: status },
        }}
        // Consecutive typed searches share one history entry.
        onSearch={q => change({ q }, { replace: words !== '' })}
      />
      <NativeSelect
        label="Rol"
        size="md"
        data={ROLES}
        value={role ?? ''}
        onChange={event => change({ rol: event.currentTarget.value })}
      />
      <NativeSelect
        label="Estado"
        size="md"
        data={STATUSES}
        value={status ?? ''}
        onChange={event => change({ estado: event.currentTarget.value })}
      />
    </div>
  );
}
