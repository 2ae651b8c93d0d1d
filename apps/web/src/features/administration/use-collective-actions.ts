import type { Collective } from '@minga/contract/collectives';
import { useChangeCollectiveStatus } from './api/change-collective-status.ts';
import { useVerifyCollective } from './api/verify-collective.ts';
import { useRowActions } from './use-row-actions.ts';

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
