import { CloseButton } from '@mantine/core';
import { MISSING_REASON_MESSAGE, REJECTION_REASON_MAX } from '@minga/contract/administration/activities';
import { BULK_MAX } from '@minga/contract/administration/bulk-decisions';
import { IconCheck, IconTrash, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog, Consequences } from '../../../components/dialog/confirm-dialog.tsx';
import { useIntentDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { counted } from '../../../lib/digits.ts';
import { activityCount } from '../model.ts';
import classes from '../moderation.module.css';
import { templatesOf } from '../reason-templates.ts';
import { ReasonDialog } from '../reasons.tsx';
import { useBulkDecision } from './bulk-decision.ts';
import { type ChosenRow, hasAll, type RowSelection } from './row-selection.ts';

interface Props {
  readonly selection: RowSelection;
  /** The rows in sight. */
  readonly page: readonly ChosenRow[];
  /** Has the focus again when the bar disappears. */
  readonly onEnd: () => void;
}

const buttons = [
  { action: 'approve', label: 'Aprobar', icon: IconCheck },
  { action: 'reject', label: 'Rechazar', icon: IconX },
  { action: 'delete', label: 'Eliminar', icon: IconTrash },
] as const;

/** The number of chosen activities and what can be done with all of them. */
export function SelectionBar({ selection, page, onEnd }: Props) {
  const first = useRef<HTMLInputElement>(null);
  const { intent, isOpen, openWith, close } = useIntentDialog<'reject' | 'delete'>();
  const bulk = useBulkDecision(onEnd);
  const { rows } = selection;

  useEffect(() => first.current?.focus(), []);

  return (
    <section aria-label="Elegir varias actividades" className={`card cluster ${classes.bar}`}>
      <label className={`target ${classes.all}`}>
        <input
          ref={first}
          type="checkbox"
          className={classes.box}
          checked={hasAll(rows, page)}
          onChange={() => selection.togglePage(page)}
        />
        Seleccionar todas las de esta página
      </label>
      <p role="status" className={`strong ${classes.count}`}>
        {countText(rows.length)}
      </p>
      <div className={`cluster ${classes.barActions}`}>
        {buttons.map(({ action, label, icon: Icon }) => (
          <BusyButton
            key={action}
            size="sm"
            variant={action === 'approve' ? 'filled' : 'default'}
            // A disabled button would lose the focus when the last box is cleared.
            isBusy={bulk.isBusy || rows.length === 0}
            busyLabel={label}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => (action === 'approve' ? void bulk.run(rows, action) : openWith(action))}
          >
            {label}
          </BusyButton>
        ))}
      </div>
      <CloseButton aria-label="Dejar de seleccionar" className={classes.close} size={44} onClick={onEnd} />
      {intent === 'reject' && (
        <ReasonDialog
          isOpen={isOpen}
          onClose={close}
          title={`Rechazar ${activityCount(rows.length)}`}
          templates={templatesOf.hide}
          max={REJECTION_REASON_MAX}
          missing={MISSING_REASON_MESSAGE}
          label="Motivo del rechazo"
          hint="Se lo diremos a quienes las publicaron."
          isBusy={bulk.isBusy}
          button="Rechazar"
          busyLabel="Rechazando..."
          // Success ends the selection, and with it this dialog.
          onReason={reason => void bulk.run(rows, 'reject', reason)}
        />
      )}
      {intent === 'delete' && (
        <ConfirmDialog
          isOpen={isOpen}
          title={
            rows.length === 1 ? '¿Eliminar esta actividad?' : `¿Eliminar estas ${activityCount(rows.length)}?`
          }
          confirmLabel="Eliminar"
          onConfirm={() => {
            close();
            void bulk.run(rows, 'delete');
          }}
          onCancel={close}
        >
          <Consequences subject={activityCount(rows.length)}>
            Se eliminan para siempre, con sus imágenes, asistencias y recordatorios, y les avisamos a quienes
            iban y dejaron correo. Esta acción no se puede deshacer.
          </Consequences>
        </ConfirmDialog>
      )}
    </section>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Ninguna seleccionada';
  const text = counted(count, 'seleccionada', 'seleccionadas');
  return count === BULK_MAX ? `${text}, el máximo` : text;
}
