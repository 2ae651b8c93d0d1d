import type { Account } from '@minga/contract/administration/account';
import type { Collective } from '@minga/contract/collectives';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useChangeCollectiveStatus, useVerifyCollective } from './api.ts';
import { useDashboardErrors } from './errors.tsx';
import { refreshPanel } from './panel-api.ts';
import { useRowActions } from './row-actions.ts';

const VERIFY_FAILED = 'Error al cambiar la verificación';
const STATUS_FAILED = 'Error al cambiar estado del colectivo';

/** Verifies, activates and deactivates collectives. The props of their table. */
export function useCollectiveActions() {
  const actions = useRowActions();
  const verification = useVerifyCollective();
  const status = useChangeCollectiveStatus();

  const onVerify = ({ _id: id, isVerified }: Collective) =>
    void actions.run({
      id,
      call: () => verification.mutateAsync({ id, isVerified: !isVerified }),
      success: isVerified ? 'Verificación retirada' : 'Colectivo verificado',
      fallback: VERIFY_FAILED,
      clearsItself: true,
      undo: {
        call: () => verification.mutateAsync({ id, isVerified }),
        success: isVerified ? 'Colectivo verificado de nuevo' : 'Verificación retirada',
        fallback: VERIFY_FAILED,
      },
    });

  const onStatus = ({ _id: id }: Collective, isActive: boolean) =>
    void actions.run({
      id,
      call: () => status.mutateAsync({ id, isActive }),
      success: isActive ? 'Colectivo activado' : 'Colectivo desactivado',
      fallback: STATUS_FAILED,
      clearsItself: true,
      ...(!isActive && {
        undo: {
          call: () => status.mutateAsync({ id, isActive: true }),
          success: 'Colectivo activado de nuevo',
          fallback: STATUS_FAILED,
        },
      }),
    });

  return { isBusy: actions.isBusy, onVerify, onStatus };
}

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
