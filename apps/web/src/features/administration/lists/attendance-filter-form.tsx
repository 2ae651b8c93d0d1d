import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Activity, getActivity } from '@minga/contract/activities';
import type { Account } from '@minga/contract/administration/account';
import { listAllActivities } from '@minga/contract/administration/activities';
import { listUsers } from '@minga/contract/administration/users';
import { SEARCH_MAX } from '@minga/contract/search-filters';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DayField } from '../../../components/form/day-field.tsx';
import optionClasses from '../../../components/form/detailed-option.module.css';
import { DetailedOption } from '../../../components/form/detailed-option.tsx';
import { SEARCH_DEBOUNCE_MS } from '../../../components/search-box.tsx';
import { call } from '../../../lib/api.ts';
import { longDate, siteDay } from '../../../lib/dates.ts';
import { now } from '../../../lib/now.ts';
import { keyOf, type ListEndpoint, type RowOf } from '../../../lib/queries.ts';
import { oneUser, panelPage } from '../api.ts';
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
          <ActivityField id={draft.actividad} onChoose={actividad => change({ actividad })} />
          <UserField id={draft.usuario} onChoose={usuario => change({ usuario })} />
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

interface ChoiceFieldProps {
  /** '' selects none. */
  id: string;
  onChoose: (id: string) => void;
}

/** One activity in any state. Rejects with a 404 if it was deleted. Choosing an activity of a list fills it, too. */
const oneActivity = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(listAllActivities), 'one', id],
    queryFn: ({ signal }): Promise<Activity> => call(getActivity, { params: { id }, signal }),
  });

const activityChoice = ({ _id: id, title, date }: Activity): Choice => ({
  id,
  name: title,
  detail: longDate(date),
});

/** Filters by activity. Fetches the activity of an id in the URL for its title. */
function ActivityField({ id, onChoose }: ChoiceFieldProps) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({ ...oneActivity(id), enabled: id !== '' });
  return (
    <SearchSelect
      label="Actividad"
      placeholder="Todas: escribe para buscar"
      nothing="Ninguna actividad se llama así"
      fallback="Error al obtener actividades"
      endpoint={listAllActivities}
      choiceOf={activityChoice}
      chosen={data && id !== '' ? activityChoice(data) : unnamedChoice(id, error)}
      onChoose={activity => {
        if (activity) queryClient.setQueryData(oneActivity(activity._id).queryKey, activity);
        onChoose(activity?._id ?? '');
      }}
    />
  );
}

const userChoice = ({ _id: id, username, email }: Account): Choice => ({
  id,
  name: username,
  detail: email,
});

/** Filters by attendee. Fetches the account of an id in the URL for its name. */
function UserField({ id, onChoose }: ChoiceFieldProps) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({ ...oneUser(id), enabled: id !== '' });
  return (
    <SearchSelect
      label="Usuario"
      placeholder="Todos: escribe para buscar"
      nothing="Nadie se llama así"
      fallback="Error al obtener usuarios"
      endpoint={listUsers}
      choiceOf={userChoice}
      chosen={data && id !== '' ? userChoice(data) : unnamedChoice(id, error)}
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

interface SearchSelectProps<E extends ListEndpoint> {
  label: string;
  placeholder: string;
  /** Shown if the search finds nothing. */
  nothing: string;
  /** Shown if the search fails without a message from the server. */
  fallback: string;
  /** Its parameter `search` has the words. */
  endpoint: E;
  choiceOf: (row: RowOf<E>) => Choice;
  /** Null if none is selected. */
  chosen: Choice | null;
  onChoose: (row: RowOf<E> | null) => void;
}

/** A select whose options the server searches. */
function SearchSelect<E extends ListEndpoint>(props: SearchSelectProps<E>) {
  const { label, placeholder, nothing, fallback, endpoint, choiceOf, chosen, onChoose } = props;
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The field shows the selected name, which is not a search.
  const { rows, isSearching, error } = useServerSearch(endpoint, words === chosen?.name ? '' : words, isOpen);
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
function useServerSearch<E extends ListEndpoint>(endpoint: E, words: string, isEnabled: boolean) {
  const [debounced] = useDebouncedValue(words.trim(), SEARCH_DEBOUNCE_MS);
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...panelPage(endpoint, { search: debounced }, 1),
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
