import type { Account } from '@minga/contract/administration/account';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { refreshPanel } from './api/panel-key.ts';
import { useDashboardErrors } from './dashboard-errors.tsx';

/**
 * The account as it is now, for a form: what the list knows may be some minutes old, and saving takes the whole. Where
 * it does not come, the banner says why and `giveUp` is called.
 */
export function useFreshAccount<Key extends readonly unknown[]>(
  query: UseQueryOptions<Account, Error, Account, Key>,
  fallback: string,
  giveUp: () => void,
): Account | undefined {
  const queryClient = useQueryClient();
  const { report } = useDashboardErrors();
  const { data, error, isFetchedAfterMount } = useQuery({ ...query, staleTime: 0 });
  // Of before: this opening has not been answered yet.
  const fault = isFetchedAfterMount ? error : null;
  const complain = useEffectEvent((reason: Error) => {
    report(reason, fallback);
    giveUp();
    void refreshPanel(queryClient);
  });
  useEffect(() => {
    if (fault !== null) complain(fault);
  }, [fault]);
  return isFetchedAfterMount ? data : undefined;
}
