import { useCallback, useState } from 'react';

/** The rows that the organiser has selected, by id; null while the list has no selection. `toggle` stays the same function. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const toggle = useCallback(
    (id: string) =>
      setIds(before => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  return {
    ids,
    toggle,
    start: () => setIds(new Set()),
    select: (all: readonly string[]) => setIds(new Set(all)),
    stop: () => setIds(null),
  };
}
