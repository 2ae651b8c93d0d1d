import type { Account } from '@minga/contract/administration/account';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { refreshPanel } from './api/panel-key.ts';
import { useDashboardErrors } from './dashboard-errors.tsx';

/**
 * The refetched account for a form: the list may be some minutes old, and saving replaces all fields. If the request fails, the
 * banner shows the error and `onError` is called.
 */
export function useFreshAccount<Key extends readonly unknown[]>(
  query: UseQueryOptions<Account, Error, Account, Key>,
  fallback: string,
  onError: () => void,
): Account | undefined {
  const queryClient = useQueryClient();
  const { report } = useDashboardErrors();
  const { data, error, isFetchedAfterMount } = useQuery({ ...query, staleTime: 0 });
  // An error from before this mount does not count.
  const freshError = isFetchedAfterMount ? error : null;
  const handleError = useEffectEvent((reason: Error) => {
    report(reason, fallback);
    onError();
    void refreshPanel(queryClient);
  });
  useEffect(() => {
    if (freshError !== null) handleError(freshError);
  }, [freshError]);
  return isFetchedAfterMount ? data : undefined;
}
