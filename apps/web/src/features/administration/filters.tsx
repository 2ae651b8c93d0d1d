import { Button, NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SEARCH_MAX } from '@minga/contract/search-values';
import { IconFilter, IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS, SearchBox } from '../../components/form/search-box.tsx';
import classes from './panel.module.css';
import type { TabProps } from './search.ts';

interface SelectionProps extends Pick<NativeSelectProps, 'label'> {
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** A selection of one of few; '' does not filter. */
export const Selection = ({ label, options, value, onChange }: SelectionProps) => (
  <NativeSelect
    label={label}
    size="md"
    data={options}
    value={value}
    onChange={event => onChange(event.currentTarget.value)}
  />
);

interface SearchPanelProps extends TabProps {
  placeholder: string;
  selections: readonly (Pick<SelectionProps, 'options'> & { label: string; name: 'rol' | 'estado' })[];
}

/** Selections take effect immediately, typed words after a pause. */
export function SearchPanel({ search, onSearch, placeholder, selections }: SearchPanelProps) {
  const change = (changes: Partial<typeof search>, options?: { replace: boolean }) =>
    onSearch({ ...search, ...changes, pagina: undefined }, options);
  const chosen = selections.map(({ label, name, options }) => ({
    label,
    name,
    options,
    value: options.find(({ value }) => value === search[name])?.value ?? '',
  }));
  const others = Object.fromEntries(chosen.map(({ name, value }) => [name, value || undefined]));
  const { q: words = '' } = search;
  return (
    <div className={`card ${classes.panel}`}>
      <SearchBox
        label="Buscar"
        placeholder={placeholder}
        words={words}
        maxLength={SEARCH_MAX}
        form={{ path: '/admin-dashboard', name: 'q', others: { tab: search.tab, ...others } }}
        // Consecutive typed searches share one history entry.
        onSearch={q => change({ q }, { replace: words !== '' })}
      />
      {chosen.map(({ name, ...selection }) => (
        <Selection key={name} {...selection} onChange={value => change({ [name]: value })} />
      ))}
    </div>
  );
}

interface FilterFormProps<Name extends string> {
  tab: TabProps;
  /** The values of the URL; '' does not filter. The keys must not change. */
  current: Readonly<Record<Name, string>>;
  /** Repeats the search with unchanged filters. */
  onRepeat: () => void;
  /** The fields. */
  children: (
    draft: Readonly<Record<Name, string>>,
    change: (changes: Partial<Record<Name, string>>) => void,
    /** Changes typed words, which take effect after a pause. */
    type: (changes: Partial<Record<Name, string>>) => void,
  ) => ReactNode;
}

const icon = { size: 20, 'aria-hidden': true } as const;

/** Filters that take effect when 'Filtrar' is pressed, or after a pause in typing. */
export function FilterForm<Name extends string>(props: FilterFormProps<Name>) {
  const { tab, current, onRepeat, children } = props;
  const { tab: name, q: words = '' } = tab.search;
  const [draft, setDraft] = useState(current);
  const key = JSON.stringify(current);
  const applied = useRef(key);
  // The filters may change otherwise, for example with the back button. What was typed arrives here while the user types on.
  useEffect(() => {
    if (key !== applied.current) setDraft(JSON.parse(key));
    applied.current = key;
  }, [key]);

  const applySoon = useDebouncedCallback(() => {
    applied.current = keyOf(draft);
    // Consecutive typed searches share one history entry.
    tab.onSearch({ tab: name, ...draft }, { replace: words !== '' });
  }, SEARCH_DEBOUNCE_MS);

  function change(changes: Partial<Record<Name, string>>) {
    setDraft({ ...draft, ...changes });
  }

  function type(changes: Partial<Record<Name, string>>) {
    change(changes);
    applySoon();
  }

  function clear() {
    applySoon.cancel();
    setDraft(Object.fromEntries(Object.keys(current).map(field => [field, ''])) as Record<Name, string>);
    tab.onSearch({ tab: name });
  }

  function submit() {
    applySoon.cancel();
    if (keyOf(draft) === key) onRepeat();
    else tab.onSearch({ tab: name, ...draft });
  }

  return (
    <search>
      <form
        className={`card ${classes.panel}`}
        onSubmit={event => {
          event.preventDefault();
          submit();
        }}
      >
        {children(draft, change, type)}
        <div className={classes.buttons}>
          <Button type="submit" leftSection={<IconFilter {...icon} />}>
            Filtrar
          </Button>
          <Button variant="default" leftSection={<IconFilterOff {...icon} />} onClick={clear}>
            Limpiar
          </Button>
        </div>
      </form>
    </search>
  );
}

/** Identifies the filters as the URL holds them, which trims them. */
const keyOf = (draft: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value.trim()])));
