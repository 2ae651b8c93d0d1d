import { Button, Group, Modal, Text } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { cancelAttendance } from '@minga/contract/attendance';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { isDefinitiveResponse } from '../../lib/errors/is-definitive-response.ts';
import { ApiError, call } from '../../lib/server/api.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { attendanceKey, fetchOwnState, refetchChanged, setCachedAttendance } from './api.ts';
import { CONFIRMED, NOT_LISTED, type OwnState, type Viewer } from './model.ts';
import { SendLink } from './personal/send-link.tsx';

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
  const cancel = useCancelAttendance(viewer);
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

interface SendLinkDialogProps {
  readonly taskId: string;
  readonly email: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Shown if this browser cannot prove that the attendance is the visitor's. */
const SendLinkDialog = ({ taskId, email, isOpen, onClose }: SendLinkDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title="No tienes permiso para esta acción">
    <SendLink taskId={taskId} email={email}>
      {`Desde este navegador no podemos comprobar que la asistencia es tuya. Podemos enviarte a ${email} un enlace personal para cancelarla.`}
    </SendLink>
    <Group data-dialog-buttons justify="end" mt="lg">
      <Button variant="default" onClick={onClose} data-autofocus>
        Cerrar
      </Button>
    </Group>
  </Modal>
);

interface AttendanceRef {
  readonly taskId: string;
  /** Null means the attendance that the visitor's cookie proves. */
  readonly email: string | null;
}

/**
 * Cancels the viewer's attendance. Optimistic: rolled back on an error. Rejects with an ApiError: 403 if this browser
 * cannot prove that the attendance is the viewer's, 404 if it no longer exists.
 */
function useCancelAttendance(viewer: Viewer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: cancel,
    onMutate: attendance => {
      const before = queryClient.getQueryData<OwnState>(attendanceKey(attendance.taskId, viewer));
      setCachedAttendance(queryClient, viewer, attendance, NOT_LISTED);
      return before ?? CONFIRMED;
    },
    onSuccess: () => refetchChanged(queryClient),
    onError: (error, attendance, before) => {
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) return;
      setCachedAttendance(queryClient, viewer, attendance, before ?? CONFIRMED);
      // It may have been cancelled elsewhere; visitors receive no live events.
      void queryClient.invalidateQueries({ queryKey: attendanceKey(attendance.taskId, viewer) });
    },
  });
}

async function cancel(attendance: AttendanceRef): Promise<void> {
  const { taskId, email } = attendance;
  try {
    await call(cancelAttendance, { params: { taskId }, body: email === null ? {} : { email } });
  } catch (error) {
    const isGone = async () => (await fetchOwnState(attendance))?.status === null;
    if (isDefinitiveResponse(error) || !(await isGone())) throw error;
  }
}
