import { Button, NativeSelect, TextInput } from '@mantine/core';
import { SEARCH_MAX } from '@minga/contract/activities';
import { IconMapPin, IconSearch } from '@tabler/icons-react';
import type { SearchFilters } from '../search-filters.ts';
import { type SearchStep, useSearchDraft } from '../use-search-draft.ts';
import classes from './search-form.module.css';

interface Props {
  filters: SearchFilters;
  onSearch: (filters: SearchFilters, step: SearchStep) => void;
}

const WHENS = [
  { value: '', label: 'Todas' },
  { value: 'proximas', label: 'Próximas' },
  { value: 'pasadas', label: 'Pasadas' },
];
const STATES = [
  { value: '', label: 'Todos' },
  { value: 'promocionadas', label: 'Promocionadas' },
];

const sectionIcon = { size: 20, 'aria-hidden': true } as const;
const words = { maxLength: SEARCH_MAX, autoComplete: 'off', enterKeyHint: 'search' } as const;

/** The filters of /tasks/buscar (spec 000 section 2, search). */
export function SearchForm({ filters, onSearch }: Props) {
  const { draft, change, searchNow } = useSearchDraft(filters, onSearch);
  return (
    <search>
      <form
        className={classes.form}
        onSubmit={event => {
          event.preventDefault();
          searchNow();
        }}
      >
        <TextInput
          className={classes.words}
          label="Palabra clave"
          placeholder="Siembra, río, taller…"
          type="search"
          {...words}
          leftSection={<IconSearch {...sectionIcon} />}
          value={draft.q}
          onChange={event => change({ q: event.currentTarget.value }, 'typed')}
        />
        <TextInput
          className={classes.place}
          label="Lugar"
          placeholder="Barrio, vereda o parque"
          {...words}
          leftSection={<IconMapPin {...sectionIcon} />}
          value={draft.place}
          onChange={event => change({ place: event.currentTarget.value }, 'typed')}
        />
        <NativeSelect
          label="Fecha"
          size="md"
          data={WHENS}
          value={draft.date}
          onChange={event => change({ date: event.currentTarget.value }, 'chosen')}
        />
        <NativeSelect
          label="Estado"
          size="md"
          data={STATES}
          value={draft.estado}
          onChange={event => change({ estado: event.currentTarget.value }, 'chosen')}
        />
        <Button type="submit" className={classes.submit} leftSection={<IconSearch {...sectionIcon} />}>
          Buscar Actividades
        </Button>
      </form>
    </search>
  );
}
