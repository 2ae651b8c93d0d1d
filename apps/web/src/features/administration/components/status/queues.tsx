import type { QueueLength } from '@minga/contract/system';
import { digits } from '../../../../lib/digits.ts';
import { queueName } from './queue-name.ts';
import classes from './queues.module.css';
import { StatusPart } from './status-part.tsx';

/** The background queues with their numbers of waiting and active jobs. */
export const Queues = ({ queues }: { queues: readonly QueueLength[] }) => (
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
