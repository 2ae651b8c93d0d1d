import { useEffect, useState } from 'react';

/**
 * What stands in the fields of a filter until 'Filtrar' is pressed. It follows when the filters change by something
 * else, such as the back button. The same keys throughout; '' is no matter.
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
