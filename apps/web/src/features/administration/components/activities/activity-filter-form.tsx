import { NativeSelect, TextInput } from '@mantine/core';
import { SEARCH_MAX } from '@minga/contract/activities';
import { IconSearch } from '@tabler/icons-react';
import type { TabProps } from '../../dashboard-search.ts';
import { activityFilters } from '../../panel-search.ts';
import { useFilterDraft } from '../../use-filter-draft.ts';
import { FilterForm } from '../lists/filter-form.tsx';
import classes from '../lists/filter-panel.module.css';

interface Props extends TabProps {
  /** Repeats the search with unchanged filters. */
  onRepeat: () => void;
}

const STATUSES = [
  { value: '', label: 'Todos' },
  { value: 'pending', label: 'Pendientes' },
  { value: 'approved', label: 'Aprobadas' },
  { value: 'rejected', label: 'Rechazadas' },
];
const PROMOTIONS = [
  { value: '', label: 'Todas' },
  { value: 'true', label: 'Promocionadas' },
  { value: 'false', label: 'Sin promoción' },
];

export function ActivityFilterForm({ search, onSearch, onRepeat }: Props) {
  const { status = '', promoted = '', search: words = '' } = activityFilters(search);
  const { draft, change, reset, isApplied } = useFilterDraft({
    estado: status,
    promocion: promoted,
    q: words,
  });
  return (
    <FilterForm
      onApply={() => (isApplied ? onRepeat() : onSearch({ tab: 'actividades', ...draft }))}
      onClear={() => {
        reset();
        onSearch({ tab: 'actividades' });
      }}
    >
      <TextInput
        className={classes.wide ?? ''}
        label="Buscar"
        placeholder="Título, lugar, descripción…"
        type="search"
        maxLength={SEARCH_MAX}
        autoComplete="off"
        enterKeyHint="search"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={draft.q}
        onChange={event => change({ q: event.currentTarget.value })}
      />
      <NativeSelect
        label="Estado"
        size="md"
        data={STATUSES}
        value={draft.estado}
        onChange={event => change({ estado: event.currentTarget.value })}
      />
      <NativeSelect
        label="Promoción"
        size="md"
        data={PROMOTIONS}
        value={draft.promocion}
        onChange={event => change({ promocion: event.currentTarget.value })}
      />
    </FilterForm>
  );
}
