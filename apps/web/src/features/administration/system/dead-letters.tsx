import {
  type DeadLetter,
  retryDeadLetter,
  retryDeadLetters,
  type SystemStatus,
} from '@minga/contract/system';
import { IconReload } from '@tabler/icons-react';
import { now } from '../../../lib/dates/now.ts';
import { timeAgo } from '../../../lib/dates/time-ago.ts';
import { digits } from '../../../lib/digits.ts';
import { call } from '../../../lib/server/api.ts';
import type { TableDescription } from '../panel-table.tsx';
import tabClasses from '../tabs.module.css';
import { queueName } from './queue-name.ts';
import { StatusList } from './status-list.tsx';
import { FailureReason } from './system-facts.tsx';

/** Permanently failed jobs, with a button to retry one or all. Both succeed, too, if another admin has requeued them. */
export const DeadLetters = ({ total, shown }: SystemStatus['deadLetters']) => (
  <StatusList
    title="Tareas que fallaron"
    hint={hintOf(total, shown.length)}
    of={deadLetters}
    rows={shown}
    all={
      total > 1 && {
        label: 'Reintentar todas',
        busyLabel: 'Reintentando…',
        icon: IconReload,
        run: {
          call: () => call(retryDeadLetters),
          success: 'Las tareas se intentarán de nuevo',
          fallback: 'Error al reintentar las tareas',
        },
      }
    }
  />
);

function hintOf(total: number, shown: number): string {
  if (total === 0) return 'Ninguna. Lo que falla muchas veces seguidas aparece aquí, para que decidas.';
  const most = total > shown ? ` Aquí están las ${digits(shown)} más recientes de ${digits(total)}.` : '';
  return `Ya no se intentan solas. Cuando la causa esté resuelta, reinténtalas.${most}`;
}

const failedAgo = ({ failedAt }: DeadLetter) => timeAgo(failedAt, now());
const attemptsText = (attempts: number) => (attempts === 1 ? 'Un intento' : `${digits(attempts)} intentos`);

const deadLetters: TableDescription<DeadLetter> = {
  idOf: ({ _id }) => _id,
  columns: [
    {
      name: 'Tarea',
      width: 'minmax(0, 1fr)',
      label: '',
      cell: ({ queue }) => <span className="strong">{queueName(queue)}</span>,
    },
    {
      name: 'Por qué',
      width: 'minmax(0, 1.3fr)',
      cell: ({ reason }) => <FailureReason failure={reason} />,
    },
    {
      name: 'Cuándo',
      width: 'minmax(0, 1fr)',
      cell: job => (
        <span>
          <span>{failedAgo(job)}</span>
          <span className={`soft small ${tabClasses.detail}`}>{attemptsText(job.attempts)}</span>
        </span>
      ),
    },
  ],
  buttons: {
    width: '8.5rem',
    about: job => `${queueName(job.queue)}, ${failedAgo(job)}`,
    of: ({ _id: id }) => [
      {
        label: 'Reintentar',
        icon: IconReload,
        run: {
          call: () => call(retryDeadLetter, { params: { id } }),
          success: 'La tarea se intentará de nuevo',
          fallback: 'Error al reintentar la tarea',
        },
      },
    ],
  },
};
