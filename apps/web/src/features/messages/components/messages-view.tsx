import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import type { NewMessage } from '@minga/contract/messages';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { useOutcome } from '../../../components/use-outcome.ts';
import { peopleText } from '../audience-texts.ts';
import { MessageForm } from './message-form.tsx';
import { MessagePreview } from './message-preview.tsx';
import classes from './messages.module.css';
import { SentMessages } from './sent-messages.tsx';

/** /tasks/{id}/mensajes: what an organiser writes to those who signed up (COMMUNITY.md section 17). */
export function MessagesView({ activity }: { activity: Pick<Activity, '_id' | 'title' | 'capacity'> }) {
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
      <div ref={form} className={classes.form} tabIndex={-1} hidden={written !== null}>
        <MessageForm
          key={sentCount}
          hasWaiting={activity.capacity !== null}
          onWritten={message => {
            outcome.clear();
            setWritten(message);
          }}
        />
      </div>
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
