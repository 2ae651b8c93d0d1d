import { ConfirmDialog, Consequences } from '../../../components/confirm-dialog.tsx';
import { activityCount } from '../model.ts';
import type { ChosenRow } from '../row-actions.ts';
import type { BulkRun } from '../use-bulk-decision.ts';

interface Props {
  readonly rows: readonly ChosenRow[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly bulk: BulkRun;
}

export function BulkDeleteDialog({ rows, isOpen, onClose, bulk }: Props) {
  function confirm() {
    onClose();
    void bulk.run(rows, 'delete');
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={
        rows.length === 1 ? '¿Eliminar esta actividad?' : `¿Eliminar estas ${activityCount(rows.length)}?`
      }
      confirmLabel="Eliminar"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Consequences subject={activityCount(rows.length)}>
        Se eliminan para siempre, con sus imágenes, asistencias y recordatorios, y les avisamos a quienes iban
        y dejaron correo. Esta acción no se puede deshacer.
      </Consequences>
    </ConfirmDialog>
  );
}
