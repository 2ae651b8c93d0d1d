import { Button, NativeSelect, TextInput } from '@mantine/core';
import { SEARCH_MAX } from '@minga/contract/activities';
import { categoryNames } from '@minga/contract/category-names';
import { categories } from '@minga/contract/topics';
import { IconAdjustmentsHorizontal, IconChevronDown, IconMapPin, IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Switch } from '../../../components/switch.tsx';
import type { SearchFilters } from '../search-filters.ts';
import { type SearchStep, useSearchDraft } from '../use-search-draft.ts';
import { DayRange } from './day-range.tsx';
import classes from './search-form.module.css';

interface Props {
  filters: SearchFilters;
  onSearch: (filters: SearchFilters, step: SearchStep) => void;
}

const DATE_OPTIONS = [
  { value: '', label: 'Todas las fechas' },
  { value: 'proximas', label: 'Próximas' },
  { value: 'pasadas', label: 'Pasadas' },
];
const STATUS_OPTIONS = [
  { value: '', label: 'Todos los estados' },
  { value: 'promocionadas', label: 'Promocionadas' },
];

const CATEGORY_OPTIONS = [
  { value: '', label: 'Todas las categorías' },
  ...categories.map(category => ({ value: category, label: categoryNames[category] })),
];

const sectionIcon = { size: 20, 'aria-hidden': true } as const;
const textInputProps = { maxLength: SEARCH_MAX, autoComplete: 'off', enterKeyHint: 'search' } as const;

/**
 * The filters of /tasks/buscar (docs/rules.md R3.11, search). On a phone all filters except the words are collapsed behind
 * a button with their count, so that the first results are visible above the on-screen keyboard.
 */
export function SearchForm({ filters, onSearch }: Props) {
  const { draft, change, searchNow } = useSearchDraft(filters, onSearch);
  const [isOpen, setIsOpen] = useState(false);
  const filtersId = useId();
  const { q, ...others } = draft;
  const activeCount = Object.values(others).filter(value => value.trim() !== '').length;
  return (
    <search>
      <form
        className={classes.form}
        data-open={isOpen}
        onSubmit={event => {
          event.preventDefault();
          searchNow();
        }}
      >
        <TextInput
          className={classes.keywords}
          label="Palabra clave"
          placeholder="Siembra, río, taller…"
          type="search"
          {...textInputProps}
          leftSection={<IconSearch {...sectionIcon} />}
          value={q}
          onChange={event => change({ q: event.currentTarget.value }, 'typed')}
        />
        <Button
          variant="default"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={filtersId}
          leftSection={<IconAdjustmentsHorizontal {...sectionIcon} />}
          rightSection={<IconChevronDown size={18} aria-hidden className={classes.arrow} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {activeCount === 0 ? 'Filtros' : `Filtros (${activeCount})`}
        </Button>
        <div id={filtersId} className={classes.filters}>
          <TextInput
            className={classes.place}
            label="Lugar"
            placeholder="Barrio, vereda o parque"
            {...textInputProps}
            leftSection={<IconMapPin {...sectionIcon} />}
            value={draft.place}
            onChange={event => change({ place: event.currentTarget.value }, 'typed')}
          />
          <NativeSelect
            label="Fecha"
            size="md"
            data={DATE_OPTIONS}
            value={draft.date}
            onChange={event => change({ date: event.currentTarget.value }, 'chosen')}
          />
          <NativeSelect
            label="Estado"
            size="md"
            data={STATUS_OPTIONS}
            value={draft.estado}
            onChange={event => change({ estado: event.currentTarget.value }, 'chosen')}
          />
          <NativeSelect
            label="Categoría"
            size="md"
            data={CATEGORY_OPTIONS}
            value={draft.categoria}
            onChange={event => change({ categoria: event.currentTarget.value }, 'chosen')}
          />
          <DayRange desde={draft.desde} hasta={draft.hasta} onChange={days => change(days, 'chosen')} />
          <Switch
            label="Solo con cupos"
            isOn={draft.cupos !== ''}
            onChange={isOn => change({ cupos: isOn ? 'libres' : '' }, 'chosen')}
          />
        </div>
        <Button type="submit" leftSection={<IconSearch {...sectionIcon} />}>
          Buscar Actividades
        </Button>
      </form>
    </search>
  );
}
