import { CloseButton } from '@mantine/core';
import { BULK_MAX } from '@minga/contract/administration/bulk-decisions';
import { IconCheck, IconTrash, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useIntentDialog } from '../../../components/use-lazy-dialog.ts';
import { counted } from '../../../lib/digits.ts';
import { type ChosenRow, hasAll, type RowSelection } from '../row-actions.ts';
import { useBulkDecision } from '../use-bulk-decision.ts';
import classes from './lists.module.css';

const BulkRejectDialog = lazy(() =>
  import('./bulk-reject-dialog.tsx').then(module => ({ default: module.BulkRejectDialog })),
);
const BulkDeleteDialog = lazy(() =>
  import('./bulk-delete-dialog.tsx').then(module => ({ default: module.BulkDeleteDialog })),
);

interface Props {
  readonly selection: RowSelection;
  /** The rows in sight. */
  readonly page: readonly ChosenRow[];
  /** Has the focus again when the bar disappears. */
  readonly onEnd: () => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** The number of chosen activities and what can be done with all of them. */
export function SelectionBar({ selection, page, onEnd }: Props) {
  const first = useRef<HTMLInputElement>(null);
  const { intent, isOpen, openWith, close } = useIntentDialog<'reject' | 'delete'>();
  const bulk = useBulkDecision(onEnd);
  const { rows } = selection;
  const isEmpty = rows.length === 0;
  // A disabled button would lose the focus when the last box is cleared.
  const shared = { size: 'sm', isBusy: bulk.isBusy || isEmpty } as const;

  useEffect(() => first.current?.focus(), []);

  return (
    <section aria-label="Elegir varias actividades" className={classes.bar}>
      <label className={classes.all}>
        <input
          ref={first}
          type="checkbox"
          className={classes.selectionBarBox}
          checked={hasAll(rows, page)}
          onChange={() => selection.togglePage(page)}
        />
        Seleccionar todas las de esta página
      </label>
      <p role="status" className={classes.count}>
        {countText(rows.length)}
      </p>
      <div className={classes.actions}>
        <BusyButton
          {...shared}
          busyLabel="Aprobar"
          leftSection={<IconCheck {...icon} />}
          onClick={() => void bulk.run(rows, 'approve')}
        >
          Aprobar
        </BusyButton>
        <BusyButton
          {...shared}
          variant="default"
          busyLabel="Rechazar"
          leftSection={<IconX {...icon} />}
          onClick={() => openWith('reject')}
        >
          Rechazar
        </BusyButton>
        <BusyButton
          {...shared}
          variant="default"
          busyLabel="Eliminar"
          leftSection={<IconTrash {...icon} />}
          onClick={() => openWith('delete')}
        >
          Eliminar
        </BusyButton>
      </div>
      <CloseButton aria-label="Dejar de seleccionar" className={classes.close} size={44} onClick={onEnd} />
      <Suspense>
        {intent === 'reject' && <BulkRejectDialog rows={rows} isOpen={isOpen} onClose={close} bulk={bulk} />}
        {intent === 'delete' && <BulkDeleteDialog rows={rows} isOpen={isOpen} onClose={close} bulk={bulk} />}
      </Suspense>
    </section>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Ninguna seleccionada';
  const text = counted(count, 'seleccionada', 'seleccionadas');
  return count === BULK_MAX ? `${text}, el máximo` : text;
}
