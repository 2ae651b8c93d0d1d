import { NativeSelect } from '@mantine/core';
import { SEARCH_MAX } from '@minga/contract/activities';
import { SearchBox } from '../../../../components/search-box.tsx';
import type { TabProps } from '../../dashboard-search.ts';
import { collectiveFilters } from '../../panel-search.ts';
import classes from '../lists/filter-panel.module.css';

const STATUSES = [
  { value: '', label: 'Todos' },
  { value: 'held', label: 'En revisión' },
  { value: 'active', label: 'Activos' },
  { value: 'inactive', label: 'Desactivados' },
];

/** Selections take effect immediately, typed words after a pause. */
export function CollectiveFilterPanel({ search, onSearch }: TabProps) {
  const { status, search: words = '' } = collectiveFilters(search);
  const change = (changes: Partial<typeof search>, options?: { replace: boolean }) =>
    onSearch({ ...search, ...changes, pagina: undefined }, options);
  return (
    <div className={classes.panel}>
      <SearchBox
        label="Buscar"
        placeholder="Nombre del colectivo"
        words={words}
        maxLength={SEARCH_MAX}
        form={{ path: '/admin-dashboard', name: 'q', others: { tab: 'colectivos', estado: status } }}
        // Consecutive typed searches share one history entry.
        onSearch={q => change({ q }, { replace: words !== '' })}
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
