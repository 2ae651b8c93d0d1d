import { useEffect, useState } from 'react';

/**
 * The draft values of filter fields until 'Filtrar' is pressed, reset when the filters change otherwise, for example with the
 * back button. The keys must not change; '' does not filter.
 */
export function useFilterDraft<Name extends string>(current: Readonly<Record<Name, string>>) {
  const [draft, setDraft] = useState(current);
  const key = JSON.stringify(current);
  useEffect(() => setDraft(JSON.parse(key)), [key]);
  return {
    draft,
    change: (changes: Partial<Record<Name, string>>) => setDraft({ ...draft, ...changes }),
    reset: () =>
      setDraft(Object.fromEntries(Object.keys(current).map(name => [name, ''])) as Record<Name, string>),
    isApplied: JSON.stringify(draft) === key,
  };
}
