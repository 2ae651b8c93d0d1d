import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Activity } from '@minga/contract/activities';
import type { Account } from '@minga/contract/administration/account';
import { SEARCH_MAX } from '@minga/contract/search-filters';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DayField } from '../../../components/form/day-field.tsx';
import optionClasses from '../../../components/form/detailed-option.module.css';
import { DetailedOption } from '../../../components/form/detailed-option.tsx';
import { SEARCH_DEBOUNCE_MS } from '../../../components/search-box.tsx';
import { longDate, siteDay } from '../../../lib/dates.ts';
import { now } from '../../../lib/now.ts';
import type { Page } from '../../../lib/pages.ts';
import { activityList, oneActivity } from '../activities-api.ts';
import { useReportedError } from '../errors.tsx';
import classes from '../panel.module.css';
import { FilterForm, useFilterDraft } from '../panel-list.tsx';
import { oneUser, userList } from '../people-api.ts';
import { attendanceFilters, type TabProps } from '../search.ts';

interface Props extends TabProps {
  /** Repeats the search with unchanged filters. */
  onRepeat: () => void;
}

export function AttendanceFilterForm({ search, onSearch, onRepeat }: Props) {
  const { activityId = '', userId = '', date = '' } = attendanceFilters(search);
  const { draft, change, reset, isApplied } = useFilterDraft({
    actividad: activityId,
    usuario: userId,
    fecha: date,
  });
  return (
    <FilterForm
      onApply={() => (isApplied ? onRepeat() : onSearch({ tab: 'asistencias', ...draft }))}
      onClear={() => {
        reset();
        onSearch({ tab: 'asistencias' });
      }}
    >
      <ActivityChoiceField id={draft.actividad} onChoose={actividad => change({ actividad })} />
      <UserChoiceField id={draft.usuario} onChoose={usuario => change({ usuario })} />
      <DayField
        className={classes.wide}
        label="Fecha de registro"
        placeholder="Cualquier día"
        today={siteDay(now())}
        value={draft.fecha}
        onChange={fecha => change({ fecha })}
      />
    </FilterForm>
  );
}

interface ActivityChoiceFieldProps {
  /** '' selects none. */
  id: string;
  onChoose: (id: string) => void;
}

const choiceOf = ({ _id: id, title, date }: Activity): Choice => ({
  id,
  name: title,
  detail: longDate(date),
});

/** Filters by activity. Fetches the activity of an id in the URL for its title. */
function ActivityChoiceField({ id, onChoose }: ActivityChoiceFieldProps) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({ ...oneActivity(id), enabled: id !== '' });
  return (
    <SearchSelect
      label="Actividad"
      placeholder="Todas: escribe para buscar"
      nothing="Ninguna actividad se llama así"
      fallback="Error al obtener actividades"
      search={search => activityList({ search }, 1)}
      choiceOf={choiceOf}
      chosen={data && id !== '' ? choiceOf(data) : unnamedChoice(id, error)}
      onChoose={activity => {
        if (activity) queryClient.setQueryData(oneActivity(activity._id).queryKey, activity);
        onChoose(activity?._id ?? '');
      }}
    />
  );
}

interface UserChoiceFieldProps {
  /** '' selects none. */
  id: string;
  onChoose: (id: string) => void;
}

const userChoiceFieldChoiceOf = ({ _id: id, username, email }: Account): Choice => ({
  id,
  name: username,
  detail: email,
});

/** Filters by attendee. Fetches the account of an id in the URL for its name. */
function UserChoiceField({ id, onChoose }: UserChoiceFieldProps) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({ ...oneUser(id), enabled: id !== '' });
  return (
    <SearchSelect
      label="Usuario"
      placeholder="Todos: escribe para buscar"
      nothing="Nadie se llama así"
      fallback="Error al obtener usuarios"
      search={search => userList({ search }, 1)}
      choiceOf={userChoiceFieldChoiceOf}
      chosen={data && id !== '' ? userChoiceFieldChoiceOf(data) : unnamedChoice(id, error)}
      onChoose={user => {
        // The list includes admins, whose accounts the call for one account does not return.
        if (user) queryClient.setQueryData(oneUser(user._id).queryKey, user);
        onChoose(user?._id ?? '');
      }}
    />
  );
}

/** An option: its name, and a detail that distinguishes it from others of that name. */
interface Choice {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

interface SearchSelectProps<Row> {
  label: string;
  placeholder: string;
  /** Shown if the search finds nothing. */
  nothing: string;
  /** Shown if the search fails without a message from the server. */
  fallback: string;
  search: (words: string) => UseQueryOptions<Page<Row>>;
  choiceOf: (row: Row) => Choice;
  /** Null if none is selected. */
  chosen: Choice | null;
  onChoose: (row: Row | null) => void;
}

/** A select whose options the server searches. */
function SearchSelect<Row>(props: SearchSelectProps<Row>) {
  const { label, placeholder, nothing, fallback, search, choiceOf, chosen, onChoose } = props;
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The field shows the selected name, which is not a search.
  const { rows, isSearching, error } = useServerSearch(search, words === chosen?.name ? '' : words, isOpen);
  useReportedError(error, fallback);
  const found = new Map(rows.map(row => [choiceOf(row).id, row]));
  const choices = new Map([...rows.map(choiceOf), ...(chosen ? [chosen] : [])].map(one => [one.id, one]));

  return (
    <Select
      label={label}
      placeholder={placeholder}
      className={classes.wide ?? ''}
      classNames={{ option: optionClasses.row ?? '', options: optionClasses.list ?? '' }}
      data={[...choices.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      onChange={id => {
        if (id === null) onChoose(null);
        const row = found.get(id ?? '');
        if (row !== undefined) onChoose(row);
      }}
      searchable
      searchValue={words}
      onSearchChange={setWords}
      // The server has filtered them.
      filter={({ options }) => options.filter(option => 'value' in option && found.has(option.value))}
      maxLength={SEARCH_MAX}
      clearable
      clearButtonProps={{ 'aria-label': `Quitar: ${label}` }}
      allowDeselect={false}
      selectFirstOptionOnChange
      // The list itself scrolls; a separate scroll area would have to be focusable.
      withScrollArea={false}
      nothingFoundMessage={isSearching ? 'Buscando…' : nothing}
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
function useServerSearch<Row>(
  search: (words: string) => UseQueryOptions<Page<Row>>,
  words: string,
  isEnabled: boolean,
) {
  const [debounced] = useDebouncedValue(words.trim(), SEARCH_DEBOUNCE_MS);
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...search(debounced),
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
