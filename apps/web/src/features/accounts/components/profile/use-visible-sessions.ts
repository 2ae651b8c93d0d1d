import type { OpenSession } from '@minga/contract/profile';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const INITIAL_COUNT = 5;

/** The current session first, then the others in their order. Limited to five until `showAll` is called. */
export function useVisibleSessions(sessions: readonly OpenSession[]) {
  const [isExpanded, setExpanded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const ordered = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));

  function showAll() {
    flushSync(() => setExpanded(true));
    // The focused button is unmounted: move the focus to the first row that was added.
    list.current?.querySelectorAll('li')[INITIAL_COUNT]?.focus();
  }

  return { list, shown: isExpanded ? ordered : ordered.slice(0, INITIAL_COUNT), showAll };
}
