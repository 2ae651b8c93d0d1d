import { NativeSelect } from '@mantine/core';
import { SEARCH_MAX } from '@minga/contract/activities';
import { SearchBox } from '../../../../components/search-box.tsx';
import type { TabProps } from '../../dashboard-search.ts';
import classes from './filter-panel.module.css';

interface Props extends TabProps {
  words: string;
  placeholder: string;
  selections: readonly {
    label: string;
    name: 'rol' | 'estado';
    options: { value: string; label: string }[];
    value: string | undefined;
  }[];
}

/** Selections take effect immediately, typed words after a pause. */
export function SearchPanel({ search, onSearch, words, placeholder, selections }: Props) {
  const change = (changes: Partial<typeof search>, options?: { replace: boolean }) =>
    onSearch({ ...search, ...changes, pagina: undefined }, options);
  const others = Object.fromEntries(selections.map(({ name, value }) => [name, value]));
  return (
    <div className={classes.panel}>
      <SearchBox
        label="Buscar"
        placeholder={placeholder}
        words={words}
        maxLength={SEARCH_MAX}
        form={{ path: '/admin-dashboard', name: 'q', others: { tab: search.tab, ...others } }}
        // Consecutive typed searches share one history entry.
        onSearch={q => change({ q }, { replace: words !== '' })}
      />
      {selections.map(({ label, name, options, value = '' }) => (
        <NativeSelect
          key={name}
          label={label}
          size="md"
          data={options}
          value={value}
          onChange={event => change({ [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}
