import { Skeleton, VisuallyHidden } from '@mantine/core';
import { getSystemStatus, type QueueLength, type SystemStatus } from '@minga/contract/system';
import { IconRefresh } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { now } from '../../../lib/dates/now.ts';
import { timeAgo } from '../../../lib/dates/time-ago.ts';
import { digits } from '../../../lib/digits.ts';
import { query } from '../../../lib/server/queries.ts';
import { content } from '../api.ts';
import { Loaded } from '../errors.tsx';
import { type Figure, Figures } from '../figures.tsx';
import classes from '../tabs.module.css';
import { DeadLetters } from './dead-letters.tsx';
import { queueName } from './queue-name.ts';
import { StatusPart, SystemFacts } from './system-facts.tsx';
import { UnsentEmails } from './unsent-emails.tsx';
import { Verdict } from './verdict.tsx';

const POLL_MS = 30_000;
/** Polling stops after half an hour, so that a screen left open does not extend its session. */
const POLLS_MAX = 60;

const systemStatus = queryOptions({
  ...query(getSystemStatus),
  ...content,
  // A manual refresh starts another half hour.
  refetchInterval: ({ state }) => (state.dataUpdateCount + 1) % (POLLS_MAX + 1) !== 0 && POLL_MS,
});

/** 'Sistema': the state of the server, with actions for failed jobs. */
export function SystemTab() {
  const report = useQuery(systemStatus);
  return (
    <Loaded
      query={report}
      fallback="Error al revisar el sistema"
      errorText="No pudimos revisar el sistema."
      loading={<StatusSkeleton />}
    >
      {status => <SystemReport status={status} refresh={report.refetch} />}
    </Loaded>
  );
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
    <section aria-labelledby={headingId} className={`stack gap-xl ${classes.report}`}>
      <div className={`bar ${classes.header}`}>
        <div>
          <h2 id={headingId} className={`title ${classes.heading}`}>
            Estado del sistema
          </h2>
          <p className={`soft ${classes.below}`}>{`Revisado ${timeAgo(status.checkedAt, now())}.`}</p>
        </div>
        <RefreshButton refresh={refresh} />
      </div>
      <Verdict status={status} />
      <Figures figures={figuresOf(status)} />
      <DeadLetters {...deadLetters} />
      <UnsentEmails letters={letters} />
      <div className={`stack gap-xl ${classes.panels}`}>
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

/** The background queues with their numbers of waiting and active jobs. */
const Queues = ({ queues }: { queues: readonly QueueLength[] }) => (
  <StatusPart title="Tareas en segundo plano">
    {headingId => (
      <ul aria-labelledby={headingId}>
        {queues
          .map(queue => ({ ...queue, name: queueName(queue.name) }))
          .sort((one, other) => one.name.localeCompare(other.name, 'es'))
          .map(({ name, waiting, active }) => (
            <li key={name} className={classes.queue}>
              <span>{name}</span>
              <span className={waiting + active > 0 ? 'strong' : 'soft'}>{lengthText(waiting, active)}</span>
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
    <div className={`stack gap-xl ${classes.report}`} aria-hidden="true">
      <Skeleton height={52} width="min(100%, 18rem)" />
      <Skeleton height={74} />
      <Skeleton height={74} />
      <Skeleton height={118} />
      <Skeleton height={118} />
      <div className={`stack gap-xl ${classes.panels}`}>
        <Skeleton height={330} />
        <Skeleton height={330} />
      </div>
    </div>
  </>
);
