import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

interface Props {
  label: string;
  placeholder: string;
  /** The words that are searched now. */
  words: string;
  maxLength: number;
  /** Where the search leads without our code, as a form of the browser's own: its path and what else it asks for. */
  form: { path: string; name: string; others: Record<string, string | undefined> };
  /** Called 500 ms after the last keystroke, or at once with Enter. */
  onSearch: (words: string) => void;
}

/** Spec 000 section 9: search debounce. */
export const SEARCH_DEBOUNCE_MS = 500;

/** Searches while one types. The words live outside (the address bar), and this follows when they change there. */
export function SearchBox({ label, placeholder, words, maxLength, form, onSearch }: Props) {
  const [text, setText] = useState(words);
  const asked = useRef(words);
  const input = useRef<HTMLInputElement>(null);

  function ask(next: string) {
    asked.current = next;
    onSearch(next);
  }
  const askSoon = useDebouncedCallback(ask, SEARCH_DEBOUNCE_MS);

  useEffect(() => {
    // Only what came from elsewhere, such as the browser's back button: one's own words arrive while one types on.
    if (words === asked.current) return;
    asked.current = words;
    // Words that were typed before it must not come after it.
    askSoon.cancel();
    setText(words);
  }, [words, askSoon]);

  function type(value: string) {
    setText(value);
    askSoon(value.trim());
  }

  function askNow(value: string) {
    askSoon.cancel();
    setText(value);
    ask(value.trim());
  }

  return (
    <search>
      <form
        action={form.path}
        onSubmit={event => {
          event.preventDefault();
          askNow(text);
        }}
      >
        <TextInput
          ref={input}
          label={label}
          placeholder={placeholder}
          type="search"
          name={form.name}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={maxLength}
          value={text}
          onChange={event => type(event.currentTarget.value)}
          leftSection={<IconSearch size={20} aria-hidden />}
          rightSectionWidth={48}
          rightSection={
            text !== '' && (
              <CloseButton
                aria-label="Borrar la búsqueda"
                onClick={() => {
                  askNow('');
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
