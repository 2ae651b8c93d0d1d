import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Fold } from '../../../components/form/fold.tsx';
import { longDate } from '../../../lib/dates.ts';
import { sentMessages } from '../api.ts';
import { audienceNames, peopleText } from '../audience-texts.ts';
import classes from './messages.module.css';
import { UnreachedNote } from './unreached-note.tsx';

/** The messages that were sent; renders nothing while there are none. */
export function SentMessages({ taskId }: { taskId: string }) {
  const { data, error, refetch } = useQuery(sentMessages(taskId));
  const id = useId();
  if (error && data === undefined) return <ErrorPanel error={error} retry={refetch} />;
  if (data === undefined || data.total === 0) return null;
  return (
    <section aria-labelledby={id} className={classes.sent}>
      <h2 id={id} className={classes.title}>
        Enviados
      </h2>
      {data.rows.map(({ _id, subject, text, to, recipients, unreached, sender, createdAt }) => (
        <Fold
          key={_id}
          title={subject}
          summary={`${longDate(createdAt)} · ${peopleText(recipients)}`}
          hasError={false}
        >
          <p className={classes.text}>{text}</p>
          <p className={classes.count}>
            <span>{`${audienceNames[to]} · ${sender ?? 'Alguien que ya no tiene cuenta'}`}</span>
            <UnreachedNote unreached={unreached} />
          </p>
        </Fold>
      ))}
    </section>
  );
}
