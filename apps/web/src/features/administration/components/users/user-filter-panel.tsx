import type { TabProps } from '../../dashboard-search.ts';
import { userFilters } from '../../panel-search.ts';
import { SearchPanel } from '../lists/search-panel.tsx';

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

export function UserFilterPanel(tab: TabProps) {
  const { role, status, search: words = '' } = userFilters(tab.search);
  return (
    <SearchPanel
      {...tab}
      words={words}
      placeholder="Nombre o correo"
      selections={[
        { label: 'Rol', name: 'rol', options: ROLES, value: role },
        { label: 'Estado', name: 'estado', options: STATUSES, value: status },
      ]}
    />
  );
}
