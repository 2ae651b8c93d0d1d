import type { RegisteredAttendance } from '@minga/contract/administration/attendances';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../../components/consequences.tsx';
import { useRemoveAttendance } from '../../api/remove-attendance.ts';
import { attendeeName, taskTitle } from '../../attendance-words.ts';
import type { RowActions } from '../../use-row-actions.ts';

interface Props {
  attendance: RegisteredAttendance;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

export function RemoveAttendanceDialog({ attendance, isOpen, onClose, actions }: Props) {
  const remove = useRemoveAttendance();
  const { _id: id } = attendance;

  function confirm() {
    onClose();
    void actions.run({
      id,
      call: () => remove.mutateAsync(id),
      success: 'Asistencia eliminada',
      fallback: 'Error al eliminar asistencia',
    });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="¿Estás seguro de eliminar este registro de asistencia?"
      confirmLabel="Eliminar"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Consequences subject={attendeeName(attendance)} detail={taskTitle(attendance)}>
        Sale de la lista de participantes con sus recordatorios, y avisaremos a quien organiza. Esta acción no
        se puede deshacer.
      </Consequences>
    </ConfirmDialog>
  );
}
