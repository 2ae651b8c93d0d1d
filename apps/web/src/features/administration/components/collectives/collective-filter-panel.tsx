import type { TabProps } from '../../dashboard-search.ts';
import { collectiveFilters } from '../../panel-search.ts';
import { SearchPanel } from '../lists/search-panel.tsx';

const STATUSES = [
  { value: '', label: 'Todos' },
  { value: 'held', label: 'En revisión' },
  { value: 'active', label: 'Activos' },
  { value: 'inactive', label: 'Desactivados' },
];

export function CollectiveFilterPanel(tab: TabProps) {
  const { status, search: words = '' } = collectiveFilters(tab.search);
  return (
    <SearchPanel
      {...tab}
      words={words}
      placeholder="Nombre del colectivo"
      selections={[{ label: 'Estado', name: 'estado', options: STATUSES, value: status }]}
    />
  );
}
