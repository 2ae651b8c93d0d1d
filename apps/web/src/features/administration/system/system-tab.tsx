import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { DeadLetter, QueueLength, SystemStatus } from '@minga/contract/system';
import { IconRefresh, IconReload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { digits } from '../../../lib/digits.ts';
import { now } from '../../../lib/now.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { systemStatusQuery, useRetryDeadLetter, useRetryDeadLetters } from '../api.ts';
import { TabError, useReportedError } from '../errors.tsx';
import { type Figure, Figures } from '../figures.tsx';
import { RowButton } from '../panel-list.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import { useRowActions } from '../row-actions.ts';
import { queueName } from './queue-name.ts';
import classes from './system.module.css';
import { FailureReason, StatusPart, SystemFacts } from './system-facts.tsx';
import { UnsentEmails } from './unsent-emails.tsx';
import { Verdict } from './verdict.tsx';

/** 'Sistema': the state of the server, with actions for failed jobs. */
export function SystemTab() {
  const { data, error, isFetching, refetch } = useQuery(systemStatusQuery);
  useReportedError(error, 'Error al revisar el sistema');

  if (data !== undefined) return <SystemReport status={data} refresh={refetch} />;
  if (error === null) return <StatusSkeleton />;
  return <TabError text="No pudimos revisar el sistema." isBusy={isFetching} retry={() => void refetch()} />;
}

interface Props {
  status: SystemStatus;
  /** Refetches the status. */
  refresh: () => Promise<unknown>;
}

const figuresOf = ({ letters, deadLetters, lateReminders }: SystemStatus): Figure[] => [
  { name: 'Correos en espera', count: letters.waiting },
  { name: 'Tareas fallidas', count: deadLetters.total, isUrgent: true },
  { name: 'Recordatorios atrasados', count: lateReminders, isUrgent: true },
];

function SystemReport({ status, refresh }: Props) {
  const headingId = useId();
  const { letters, deadLetters } = status;
  return (
    <section aria-labelledby={headingId} className={classes.report}>
      <div className={classes.header}>
        <div>
          <h2 id={headingId} className={classes.heading}>
            Estado del sistema
          </h2>
          <p className={classes.checked}>{`Revisado ${timeAgo(status.checkedAt, now())}.`}</p>
        </div>
        <RefreshButton refresh={refresh} />
      </div>
      <Verdict status={status} />
      <Figures figures={figuresOf(status)} />
      <DeadLetters {...deadLetters} />
      <UnsentEmails letters={letters} />
      <div className={classes.panels}>
        <SystemFacts status={status} />
        <Queues queues={status.queues} />
      </div>
    </section>
  );
}

/** Announces a manual refresh to screen readers; polling updates silently. */
function RefreshButton({ refresh }: Pick<Props, 'refresh'>) {
  const [state, setState] = useState<'new' | 'busy' | 'done'>('new');

  async function refreshNow() {
    setState('busy');
    await refresh();
    setState('done');
  }

  return (
    <>
      <BusyButton
        variant="default"
        leftSection={<IconRefresh size={20} aria-hidden />}
        isBusy={state === 'busy'}
        busyLabel="Revisando…"
        onClick={() => void refreshNow()}
      >
        Revisar ahora
      </BusyButton>
      <VisuallyHidden role="status">{state === 'done' && 'Revisado.'}</VisuallyHidden>
    </>
  );
}

const COLUMNS = ['Tarea', 'Por qué', 'Cuándo', 'Acciones'];
const WIDTHS = 'minmax(0, 1fr) minmax(0, 1.3fr) minmax(0, 1fr) 8.5rem';
/** The action id for all rows. */
const ALL = 'all';

/** Permanently failed jobs, with a button to retry one or all. */
function DeadLetters({ total, shown }: SystemStatus['deadLetters']) {
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
        <span className={classes.statusTableName}>{queueName(job.queue)}</span>
      </PanelCell>
      <PanelCell label="Por qué">
        <FailureReason failure={job.reason} />
      </PanelCell>
      <PanelCell label="Cuándo">
        <span>
          <span>{when}</span>
          <span className={classes.statusTableDetail}>{attempts}</span>
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

/** The background queues with their numbers of waiting and active jobs. */
const Queues = ({ queues }: { queues: readonly QueueLength[] }) => (
  <StatusPart title="Tareas en segundo plano">
    {headingId => (
      <ul aria-labelledby={headingId} className={classes.queues}>
        {queues
          .map(queue => ({ ...queue, name: queueName(queue.name) }))
          .sort((one, other) => one.name.localeCompare(other.name, 'es'))
          .map(({ name, waiting, active }) => (
            <li key={name} className={classes.queue}>
              <span>{name}</span>
              <span className={waiting + active > 0 ? classes.busy : classes.idle}>
                {lengthText(waiting, active)}
              </span>
            </li>
          ))}
      </ul>
    )}
  </StatusPart>
);

function lengthText(waiting: number, active: number): string {
  if (waiting + active === 0) return 'Al día';
  return [waiting > 0 && `${digits(waiting)} en espera`, active > 0 && `${digits(active)} en curso`]
    .filter(Boolean)
    .join(' · ');
}

const StatusSkeleton = () => (
  <>
    <LoadingStatus text="Revisando el sistema..." isHidden />
    <div className={classes.report} aria-hidden="true">
      <Skeleton height={52} width="min(100%, 18rem)" />
      <Skeleton height={74} />
      <Skeleton height={74} />
      <Skeleton height={118} />
      <Skeleton height={118} />
      <div className={classes.panels}>
        <Skeleton height={330} />
        <Skeleton height={330} />
      </div>
    </div>
  </>
);
