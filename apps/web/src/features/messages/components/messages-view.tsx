import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import type { AudienceCounts, NewMessage } from '@minga/contract/messages';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Note } from '../../../components/note.tsx';
import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { useOutcome } from '../../../components/use-outcome.ts';
import { ApiError } from '../../../lib/api.ts';
import { longDate } from '../../../lib/dates.ts';
import { audienceCounts } from '../api.ts';
import { peopleText, unreachedText } from '../audience-texts.ts';
import { MessageForm } from './message-form.tsx';
import { MessagePreview } from './message-preview.tsx';
import classes from './messages.module.css';
import { SentMessages } from './sent-messages.tsx';

interface Props {
  readonly activity: Pick<Activity, '_id' | 'title' | 'date' | 'capacity' | 'series'>;
  /** The links to the messages of the other dates of its series. */
  readonly otherDates?: ReactNode;
}

/** /tasks/{id}/mensajes: what an organiser writes to those who signed up (docs/rules.md R17.3). */
export function MessagesView({ activity, otherDates }: Props) {
  const { data: counts, error } = useQuery(audienceCounts(activity._id));
  const obstacle = obstacleOf(counts, error);
  /** The message to preview; null: it is being written. */
  const [written, setWritten] = useState<NewMessage | null>(null);
  /** A sent message leaves an empty form. */
  const [sentCount, setSentCount] = useState(0);
  const outcome = useOutcome();
  const form = useRef<HTMLDivElement>(null);
  const preview = useFocusRecovery(form);

  function showSent(recipients: number): void {
    setWritten(null);
    setSentCount(sentCount + 1);
    outcome.showSuccess(`Listo: le llegará a ${peopleText(recipients)}`);
  }

  return (
    <>
      <PageHeading
        title="Escribir a tus participantes"
        lead={`De «${activity.title}». A cada persona le llega su propio correo, sin las direcciones de las demás.`}
      />
      {activity.series !== null && (
        <Note tone="sky" isSmall>
          Es una fecha de una serie. A quienes van en las otras no les llega: le escribes solo a la gente del{' '}
          <strong>{longDate(activity.date)}</strong>
        </Note>
      )}
      <OutcomeMessages outcome={outcome} takesFocus />
      {written !== null && (
        <div ref={preview}>
          <MessagePreview
            taskId={activity._id}
            message={written}
            onSent={showSent}
            onBack={() => setWritten(null)}
          />
        </div>
      )}
      {obstacle ? (
        <EmptyState drawing="path" {...obstacle} />
      ) : (
        <div ref={form} className={classes.form} tabIndex={-1} hidden={written !== null}>
          <MessageForm
            key={sentCount}
            counts={counts}
            hasWaiting={activity.capacity !== null || (counts?.waiting ?? 0) > 0}
            onWritten={message => {
              outcome.clear();
              setWritten(message);
            }}
          />
        </div>
      )}
      {otherDates}
      <SentMessages taskId={activity._id} />
      <Button
        mt="lg"
        variant="default"
        leftSection={<IconArrowLeft size={20} aria-hidden />}
        renderRoot={props => <Link to="/tasks/asistencia" search={{ taskId: activity._id }} {...props} />}
      >
        Volver a la lista
      </Button>
    </>
  );
}

/** Why nothing can be written, which is better known before than after it is written; null: it can. */
function obstacleOf(counts: AudienceCounts | undefined, error: Error | null) {
  if (error instanceof ApiError && error.status === 409)
    return { title: 'Todavía no puedes escribirles', text: error.messages.join(' ') };
  if (counts?.all !== 0) return null;
  return {
    title: 'Todavía no hay a quién escribirle',
    text: `El mensaje les llega por correo o en su campana a las personas de la lista, y por ahora a ninguna. ${unreachedText(counts.unreached.all) ?? ''} A quienes dejaron su teléfono puedes escribirles por WhatsApp desde la lista.`,
  };
}
