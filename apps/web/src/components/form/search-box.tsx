import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

interface Props {
  label: string;
  /** Only screen readers perceive the label. */
  isLabelHidden?: boolean;
  placeholder: string;
  /** The current search words. */
  words: string;
  maxLength: number;
  /** The native form for use before the script has loaded: its path, the field's name and the other parameters. */
  form: { path: string; name: string; others: Record<string, string | undefined> };
  /** Called 500 ms after the last keystroke, or immediately on Enter. */
  onSearch: (words: string) => void;
}

/** Spec 000 section 9: search debounce. */
export const SEARCH_DEBOUNCE_MS = 500;

/** Searches while the user types. The address holds the words; the field follows when they change there. */
export function SearchBox(props: Props) {
  const { label, isLabelHidden = false, placeholder, words, maxLength, form, onSearch } = props;
  const [text, setText] = useState(words);
  const searched = useRef(words);
  const input = useRef<HTMLInputElement>(null);

  function search(next: string) {
    searched.current = next;
    onSearch(next);
  }
  const searchSoon = useDebouncedCallback(search, SEARCH_DEBOUNCE_MS);

  useEffect(() => {
    // Only changes from elsewhere, such as the back button: the field's own words arrive here while the user types on.
    if (words === searched.current) return;
    searched.current = words;
    // A pending search must not override the new words.
    searchSoon.cancel();
    setText(words);
  }, [words, searchSoon]);

  function type(value: string) {
    setText(value);
    searchSoon(value.trim());
  }

  const adoptTyped = useEffectEvent(() => {
    const typed = input.current?.value ?? text;
    if (typed !== text) type(typed);
  });
  // Text typed into the server's HTML before its hydration. An effect after the next render would find it overwritten.
  useLayoutEffect(() => adoptTyped(), []);

  function searchNow(value: string) {
    searchSoon.cancel();
    setText(value);
    search(value.trim());
  }

  return (
    <search>
      <form
        action={form.path}
        onSubmit={event => {
          event.preventDefault();
          searchNow(text);
        }}
      >
        <TextInput
          ref={input}
          {...(isLabelHidden ? { 'aria-label': label } : { label })}
          placeholder={placeholder}
          type="search"
          name={form.name}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={maxLength}
          value={text}
          onChange={event => type(event.currentTarget.value)}
          leftSectionPointerEvents="auto"
          leftSection={
            // Enter in the field searches too, so that the keyboard has one stop less.
            <ActionIcon
              type="submit"
              variant="transparent"
              aria-label="Mostrar resultados"
              tabIndex={-1}
              c="inherit"
            >
              <IconSearch size={20} aria-hidden />
            </ActionIcon>
          }
          rightSectionWidth={48}
          rightSection={
            text !== '' && (
              <CloseButton
                aria-label="Borrar la búsqueda"
                onClick={() => {
                  searchNow('');
                  input.current?.focus();
                }}
              />
            )
          }
        />
        {Object.entries(form.others).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
      </form>
    </search>
  );
}
