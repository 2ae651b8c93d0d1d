import type { Attendance } from '@minga/contract/attendance';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../lib/error-sentences.ts';
import type { Page } from '../../lib/pages.ts';
import { toastError } from '../../lib/toasts.ts';

export type ParticipantListQuery = Pick<
  UseInfiniteQueryResult<Page<Attendance>>,
  'data' | 'hasNextPage' | 'fetchNextPage'
>;

/** Requests beyond those of the pages: changes of the list cancel a request that is running. */
const EXTRA_REQUESTS_MAX = 20;

/**
 * Runs an action on the rendered list once all of it is loaded, one page at a time: paper and messages must not hold its first page
 * only. `waiting` names the action that waits, `percent` how much is loaded.
 */
export function useWholeList({ data, hasNextPage, fetchNextPage }: ParticipantListQuery) {
  const [waiting, setWaiting] = useState<string | null>(null);
  const action = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (waiting === null || hasNextPage) return;
    setWaiting(null);
    action.current?.();
  }, [waiting, hasNextPage]);

  async function loadRest(): Promise<void> {
    for (let extra = 0, rows = 0; extra < EXTRA_REQUESTS_MAX; ) {
      // A request that is running is awaited: cancelling it would lose the change that it fetches.
      const page = await fetchNextPage({ cancelRefetch: false });
      if (!page.hasNextPage) return;
      if (page.isFetchNextPageError) throw page.error;
      const loaded = page.data?.rows.length ?? 0;
      extra += loaded > rows ? 0 : 1;
      rows = loaded;
    }
    throw new Error('The list changed during every request');
  }

  /** Calls `then` after the rest is rendered; at once if there is none. Ignored while another action waits. */
  function whenWhole(name: string, then: () => void): void {
    if (waiting !== null) return;
    if (!hasNextPage) {
      then();
      return;
    }
    action.current = then;
    setWaiting(name);
    loadRest().catch(error => {
      setWaiting(null);
      toastError(errorText(error, 'No pudimos cargar toda la lista. Intenta de nuevo.'));
    });
  }

  const percent = Math.floor((100 * (data?.rows.length ?? 0)) / Math.max(1, data?.total ?? 0));
  return { whenWhole, waiting, percent };
}
