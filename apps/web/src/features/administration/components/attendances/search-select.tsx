import '@mantine/core/styles/Combobox.css';
import { Select } from '@mantine/core';
import { SEARCH_MAX } from '@minga/contract/activities';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import optionClasses from '../../../../components/form/detailed-option.module.css';
import { DetailedOption } from '../../../../components/form/detailed-option.tsx';
import type { Page } from '../../../../lib/pages.ts';
import { useReportedError } from '../../dashboard-errors.tsx';
import { useServerSearch } from '../../use-server-search.ts';
import filterClasses from '../lists/filter-panel.module.css';

/** An option: its name, and a detail that distinguishes it from others of that name. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

interface Props<Row> {
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
export function SearchSelect<Row>(props: Props<Row>) {
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
      className={filterClasses.wide ?? ''}
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
