import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getActivity } from '@minga/contract/activities';
import { listAllActivities } from '@minga/contract/administration/activities';
import { getUser, listUsers } from '@minga/contract/administration/users';
import { SEARCH_MAX } from '@minga/contract/search-values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DayField } from '../../../components/form/day-field.tsx';
import optionClasses from '../../../components/form/detailed-option.module.css';
import { DetailedOption } from '../../../components/form/detailed-option.tsx';
import { SEARCH_DEBOUNCE_MS } from '../../../components/form/search-box.tsx';
import { longDate, siteDay } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { call } from '../../../lib/server/api.ts';
import { keyOf, type ListEndpoint, type RowOf } from '../../../lib/server/queries.ts';
import { type FiltersOf, panelPage } from '../api.ts';
import { useReportedError } from '../errors.tsx';
import { FilterForm } from '../filters.tsx';
import classes from '../panel.module.css';
import { attendanceFilters, type TabProps } from '../search.ts';

interface Props {
  tab: TabProps;
  /** Repeats the search with unchanged filters. */
  onRepeat: () => void;
}

export function AttendanceFilterForm({ tab, onRepeat }: Props) {
  const { activityId = '', userId = '', date = '' } = attendanceFilters(tab.search);
  return (
    <FilterForm
      tab={tab}
      current={{ actividad: activityId, usuario: userId, fecha: date }}
      onRepeat={onRepeat}
    >
      {(draft, change) => (
        <>
          <ChoiceField of={activities} id={draft.actividad} onChoose={actividad => change({ actividad })} />
          <ChoiceField of={users} id={draft.usuario} onChoose={usuario => change({ usuario })} />
          <DayField
            className={classes.wide}
            label="Fecha de registro"
            placeholder="Cualquier día"
            today={siteDay(now())}
            value={draft.fecha}
            onChange={fecha => change({ fecha })}
          />
        </>
      )}
    </FilterForm>
  );
}

/** An option: its name, and a detail that distinguishes it from others of that name. */
interface Choice {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

/** A filter by one row of a list. */
interface ChoiceDescription<E extends ListEndpoint> {
  readonly label: string;
  readonly placeholder: string;
  /** Shown if the search finds nothing. */
  readonly nothing: string;
  /** Shown if the search fails without a message from the server. */
  readonly fallback: string;
  readonly endpoint: E;
  readonly find: (words: string) => FiltersOf<E>;
  readonly fetchOne: (id: string, signal: AbortSignal) => Promise<RowOf<E>>;
  readonly choiceOf: (row: RowOf<E>) => Choice;
}

const activities: ChoiceDescription<typeof listAllActivities> = {
  label: 'Actividad',
  placeholder: 'Todas: escribe para buscar',
  nothing: 'Ninguna actividad se llama así',
  fallback: 'Error al obtener actividades',
  endpoint: listAllActivities,
  find: search => ({ search }),
  fetchOne: (id, signal) => call(getActivity, { params: { id }, signal }),
  choiceOf: ({ _id: id, title, date }) => ({ id, name: title, detail: longDate(date) }),
};

const users: ChoiceDescription<typeof listUsers> = {
  label: 'Usuario',
  placeholder: 'Todos: escribe para buscar',
  nothing: 'Nadie se llama así',
  fallback: 'Error al obtener usuarios',
  endpoint: listUsers,
  find: search => ({ search }),
  fetchOne: (id, signal) => call(getUser, { params: { id }, signal }),
  choiceOf: ({ _id: id, username, email }) => ({ id, name: username, detail: email }),
};

interface ChoiceFieldProps<E extends ListEndpoint> {
  of: ChoiceDescription<E>;
  /** '' selects none. */
  id: string;
  onChoose: (id: string) => void;
}

/** A select whose options the server searches. Fetches the row of an id in the URL for its name. */
function ChoiceField<E extends ListEndpoint>({ of, id, onChoose }: ChoiceFieldProps<E>) {
  const queryClient = useQueryClient();
  const oneKey = (rowId: string) => [...keyOf(of.endpoint), 'one', rowId];
  const { data, error } = useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => of.fetchOne(id, signal),
    enabled: id !== '',
  });
  const chosen = data && id !== '' ? of.choiceOf(data) : unnamedChoice(id, error);
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The field shows the selected name, which is not a search.
  const searched = words === chosen?.name ? '' : words;
  const { rows, isSearching, error: searchError } = useServerSearch(of, searched, isOpen);
  useReportedError(searchError, of.fallback);
  const found = new Map(rows.map(row => [of.choiceOf(row).id, row]));
  const choices = new Map([...rows.map(of.choiceOf), ...(chosen ? [chosen] : [])].map(one => [one.id, one]));

  function choose(next: string | null) {
    const row = found.get(next ?? '');
    // The list of users includes admins, whose accounts the call for one account does not return.
    if (row !== undefined) queryClient.setQueryData(oneKey(next ?? ''), row);
    if (next === null || row !== undefined) onChoose(next ?? '');
  }

  return (
    <Select
      label={of.label}
      placeholder={of.placeholder}
      className={classes.wide ?? ''}
      classNames={{ option: optionClasses.row ?? '', options: optionClasses.list ?? '' }}
      data={[...choices.values()].map(({ id: value, name }) => ({ value, label: name }))}
      value={chosen?.id ?? null}
      onChange={choose}
      searchable
      searchValue={words}
      onSearchChange={setWords}
      // The server has filtered them.
      filter={({ options }) => options.filter(option => 'value' in option && found.has(option.value))}
      maxLength={SEARCH_MAX}
      clearable
      clearButtonProps={{ 'aria-label': `Quitar: ${of.label}` }}
      allowDeselect={false}
      selectFirstOptionOnChange
      // The list itself scrolls; a separate scroll area would have to be focusable.
      withScrollArea={false}
      nothingFoundMessage={isSearching ? 'Buscando…' : of.nothing}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      renderOption={({ option }) => (
        <DetailedOption name={option.label} detail={choices.get(option.value)?.detail ?? ''} />
      )}
    />
  );
}

/** The server's search results, debounced; disabled unless `isEnabled`. */
function useServerSearch<E extends ListEndpoint>(
  { endpoint, find }: ChoiceDescription<E>,
  words: string,
  isEnabled: boolean,
) {
  const [debounced] = useDebouncedValue(words.trim(), SEARCH_DEBOUNCE_MS);
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...panelPage(endpoint, find(debounced), 1),
    enabled: isEnabled,
  });
  return {
    rows: data?.rows ?? [],
    /** The rows are not the results for these words yet. */
    isSearching:
      isEnabled && error === null && (debounced !== words.trim() || isPlaceholderData || isFetching),
    error: isEnabled ? error : null,
  };
}

/** Enough to distinguish it from others. */
const SHOWN_CHARACTERS = 8;

/** An id of which nothing is known, or not yet; null where there is none. */
function unnamedChoice(id: string, error: Error | null): Choice | null {
  if (id === '') return null;
  const name = error === null ? 'Cargando…' : `Sin nombre (${id.slice(0, SHOWN_CHARACTERS)}…)`;
  return { id, name, detail: id };
}
