import { VisuallyHidden } from '@mantine/core';
import type { SystemStatus } from '@minga/contract/system';
import { IconRefresh } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { now } from '../../../../lib/now.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import { type Figure, Figures } from '../statistics/figures.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { Queues } from './queues.tsx';
import { SystemFacts } from './system-facts.tsx';
import classes from './system-report.module.css';
import { UnsentEmails } from './unsent-emails.tsx';
import { Verdict } from './verdict.tsx';

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

export function SystemReport({ status, refresh }: Props) {
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
