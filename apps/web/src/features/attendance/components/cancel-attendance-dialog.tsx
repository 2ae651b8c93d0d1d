import { Text } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ApiError } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { useCancelAttendance } from '../api/cancel-attendance.ts';
import type { Viewer } from '../viewer.ts';
import { SendLinkDialog } from './send-link-dialog.tsx';

interface Props {
  readonly activity: Pick<Activity, '_id' | 'title' | 'capacity' | 'isLocationPrivate' | 'hasNeeds'>;
  readonly viewer: Viewer;
  /** The e-mail of the viewer's attendance, if this browser knows it. */
  readonly email: string | null;
  /** The viewer has no place yet. */
  readonly isWaiting: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** '¿Cancelar asistencia?' (docs/rules.md R3.10). Offers the personal link if this browser cannot prove the attendance. */
export function CancelAttendanceDialog({ activity, viewer, email, isWaiting, isOpen, onClose }: Props) {
  const cancel = useCancelAttendance(viewer, activity);
  const isForOther = viewer !== null && email !== null && viewer.email !== email;
  const [isForbidden, setForbidden] = useState(false);

  // Awaited instead of using mutate callbacks, which React Query skips once the dialog is unmounted.
  async function send(): Promise<string | undefined> {
    try {
      await cancel.mutateAsync({ taskId: activity._id, email });
      toastSuccess(isWaiting ? 'Saliste de la lista de espera' : 'Asistencia cancelada correctamente');
      onClose();
    } catch (error) {
      const status = error instanceof ApiError ? error.status : null;
      const failure = errorText(error, 'Error al cancelar asistencia');
      if (status === 403 && email !== null) setForbidden(true);
      else if (status === 404) {
        toastError(failure);
        onClose();
      } else return failure;
    }
  }

  if (isForbidden && email !== null)
    return <SendLinkDialog taskId={activity._id} email={email} isOpen={isOpen} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isWaiting ? '¿Salir de la lista de espera?' : '¿Cancelar asistencia?'}
      cancelLabel="No"
      confirmLabel={isWaiting ? 'Sí, salir' : 'Sí, cancelar'}
      busyLabel={isWaiting ? 'Saliendo...' : 'Cancelando...'}
      isBusy={cancel.isPending}
      onConfirm={send}
      onCancel={onClose}
    >
      <Text>
        {isForOther ? (
          <>
            <bdi>{email}</bdi>
            <span>{` ya no aparecerá en la lista de «${activity.title}».`}</span>
          </>
        ) : (
          <span>{`Ya no aparecerás en la lista de «${activity.title}».`}</span>
        )}
        <span>{` ${
          isWaiting || activity.capacity !== null
            ? 'Si cambias de idea, tendrías que entrar otra vez, al final de la lista.'
            : 'Si cambias de idea, puedes volver a confirmar.'
        }`}</span>
      </Text>
    </ConfirmDialog>
  );
}
