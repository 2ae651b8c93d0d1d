import type { DeadLetter, SystemStatus } from '@minga/contract/system';
import { IconReload } from '@tabler/icons-react';
import { useRef } from 'react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { useFocusRecovery } from '../../../../components/use-focus-recovery.ts';
import { digits } from '../../../../lib/digits.ts';
import { now } from '../../../../lib/now.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import { useRetryDeadLetter, useRetryDeadLetters } from '../../api/system-status.ts';
import { useRowActions } from '../../use-row-actions.ts';
import { RowButton } from '../lists/row-button.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import { FailureReason } from './failure-reason.tsx';
import { queueName } from './queue-name.ts';
import { StatusPart } from './status-part.tsx';
import classes from './status-table.module.css';

const COLUMNS = ['Tarea', 'Por qué', 'Cuándo', 'Acciones'];
const WIDTHS = 'minmax(0, 1fr) minmax(0, 1.3fr) minmax(0, 1fr) 8.5rem';
/** The action id for all rows. */
const ALL = 'all';

/** Permanently failed jobs, with a button to retry one or all. */
export function DeadLetters({ total, shown }: SystemStatus['deadLetters']) {
  const actions = useRowActions();
  const { mutateAsync: retryOne } = useRetryDeadLetter();
  const { mutateAsync: retryAll } = useRetryDeadLetters();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(heading);

  const retry = (id: string) =>
    actions.run({
      id,
      call: () => (id === ALL ? retryAll() : retryOne(id)),
      success: id === ALL ? 'Las tareas se intentarán de nuevo' : 'La tarea se intentará de nuevo',
      fallback: id === ALL ? 'Error al reintentar las tareas' : 'Error al reintentar la tarea',
    });

  return (
    <div ref={focusRecovery}>
      <StatusPart
        title="Tareas que fallaron"
        headingRef={heading}
        hint={hintOf(total, shown.length)}
        action={
          total > 1 && (
            <BusyButton
              variant="default"
              leftSection={<IconReload size={20} aria-hidden />}
              isBusy={actions.isBusy(ALL)}
              busyLabel="Reintentando…"
              onClick={() => void retry(ALL)}
            >
              Reintentar todas
            </BusyButton>
          )
        }
      >
        {headingId =>
          shown.length > 0 && (
            <PanelTable labelledBy={headingId} columns={COLUMNS} widths={WIDTHS}>
              {shown.map(job => (
                <DeadLetterRow
                  key={job._id}
                  job={job}
                  isBusy={actions.isBusy(job._id) || actions.isBusy(ALL)}
                  onRetry={() => void retry(job._id)}
                />
              ))}
            </PanelTable>
          )
        }
      </StatusPart>
    </div>
  );
}

function hintOf(total: number, shown: number): string {
  if (total === 0) return 'Ninguna. Lo que falla muchas veces seguidas aparece aquí, para que decidas.';
  const most = total > shown ? ` Aquí están las ${digits(shown)} más recientes de ${digits(total)}.` : '';
  return `Ya no se intentan solas. Cuando la causa esté resuelta, reinténtalas.${most}`;
}

interface RowProps {
  job: DeadLetter;
  isBusy: boolean;
  onRetry: () => void;
}

function DeadLetterRow({ job, isBusy, onRetry }: RowProps) {
  const when = timeAgo(job.failedAt, now());
  const attempts = job.attempts === 1 ? 'Un intento' : `${digits(job.attempts)} intentos`;
  return (
    <PanelRow id={job._id}>
      <PanelCell>
        <span className={classes.name}>{queueName(job.queue)}</span>
      </PanelCell>
      <PanelCell label="Por qué">
        <FailureReason failure={job.reason} />
      </PanelCell>
      <PanelCell label="Cuándo">
        <span>
          <span>{when}</span>
          <span className={classes.detail}>{attempts}</span>
        </span>
      </PanelCell>
      <PanelCell isActions>
        <RowButton
          icon={<IconReload size={18} aria-hidden />}
          about={`${queueName(job.queue)}, ${when}`}
          isBusy={isBusy}
          onClick={onRetry}
        >
          Reintentar
        </RowButton>
      </PanelCell>
    </PanelRow>
  );
}
