import type { OpenSession } from '@minga/contract/profile';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const SHOWN_AT_FIRST = 5;

/** This session first, then the others in their order; at first five of them, all once they are asked for. */
export function useShownSessions(sessions: readonly OpenSession[]) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const ordered = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));

  function showAll() {
    flushSync(() => setWhole(true));
    // The button is gone: on to the first of those that it brought.
    list.current?.querySelectorAll('li')[SHOWN_AT_FIRST]?.focus();
  }

  return { list, shown: isWhole ? ordered : ordered.slice(0, SHOWN_AT_FIRST), showAll };
}
