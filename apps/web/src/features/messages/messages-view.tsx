import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import {
  type AudienceCounts,
  audiences,
  MESSAGE_MAX,
  type NewMessage,
  newMessage,
  SUBJECT_MAX,
} from '@minga/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { UnsavedChanges } from '../../components/dialog/unsaved-changes.tsx';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { CharacterCount } from '../../components/form/character-count.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { Fold } from '../../components/form/fold.tsx';
import { GrowingTextarea } from '../../components/form/growing-textarea.tsx';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { MessageBox } from '../../components/message-box.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { Note } from '../../components/page/note.tsx';
import { OutcomeMessages } from '../../components/page/outcome-messages.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { useOutcome } from '../../components/page/use-outcome.ts';
import { longDate } from '../../lib/dates/dates.ts';
import { now } from '../../lib/dates/now.ts';
import { shortDayText } from '../../lib/dates/when-text.ts';
import { DOT } from '../../lib/dot.ts';
import { audienceCounts, sentMessages } from './api.ts';
import { MessagePreview, UnreachedNote } from './message-preview.tsx';
import classes from './messages.module.css';
import { audienceNames, obstacleOf, peopleText } from './model.ts';

/** A message that may be incomplete. */
const draft = z.object({
  to: z.enum(audiences),
  subject: z.string(),
  text: z.string(),
  replyToMe: z.boolean(),
});

interface Props {
  readonly userId: string;
  readonly activity: Pick<Activity, '_id' | 'title' | 'date' | 'capacity' | 'series'>;
  /** The links to the messages of the other dates of its series. */
  readonly otherDates?: ReactNode;
}

/** /tasks/{id}/mensajes: what an organiser writes to those who signed up (docs/rules.md R17.3). */
export function MessagesView({ userId, activity, otherDates }: Props) {
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
        windowTitle={`Escribir a tus participantes · ${activity.title}`}
        lead="A cada persona le llega su propio correo, sin las direcciones de las demás."
      />
      {activity.series !== null && (
        <div className={classes.occurrence}>
          <Note tone="sky" isSmall>
            Es una fecha de una serie. A quienes van en las otras no les llega: le escribes solo a la gente
            del <strong>{longDate(activity.date)}</strong>
          </Note>
        </div>
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
            draftName={`message.${userId}.${activity._id}`}
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
    </>
  );
}

interface MessageFormProps {
  /** The name under which the form's values survive the end of the session. */
  readonly draftName: string;
  /** Undefined until it is known. */
  readonly counts: AudienceCounts | undefined;
  /** There may be a waiting list. */
  readonly hasWaiting: boolean;
  readonly onWritten: (message: NewMessage) => void;
}

/** Whom to write to, and what. */
function MessageForm({ draftName, counts, hasWaiting, onWritten }: MessageFormProps) {
  const form = useSchemaForm(newMessage, { to: 'confirmed', subject: '', text: '', replyToMe: false });
  const { restored } = useFormDraft(form, { name: draftName, schema: draft });
  const { to, subject, text } = useWatch({ control: form.control }) as NewMessage;
  const hasNoRecipients = counts?.[to] === 0;
  return (
    <form noValidate aria-label="Mensaje nuevo" onSubmit={form.handleSubmit(onWritten)}>
      <UnsavedChanges isUnsaved={() => subject !== '' || text !== ''} />
      <MessageBox kind="info" message={restored} />
      <Stack gap="md">
        {hasWaiting && (
          <NativeSelect
            size="md"
            label="Para"
            data={audiences.map(value => ({
              value,
              label: counts ? `${audienceNames[value]}: ${peopleText(counts[value])}` : audienceNames[value],
            }))}
            {...form.register('to')}
          />
        )}
        {counts && (
          <p className="soft" role="status">
            <span>
              {hasNoRecipients
                ? 'A nadie de ese grupo le llegaría: elige otro para escribirle.'
                : `Le llegará por correo o en su campana a ${peopleText(counts[to])}.`}
            </span>
            <UnreachedNote unreached={counts.unreached[to]} />
          </p>
        )}
        <TextInput
          label="Asunto"
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={<CharacterCount text={subject} max={SUBJECT_MAX} />}
          {...fieldProps(form, 'subject')}
        />
        <GrowingTextarea
          label="Mensaje"
          minRows={6}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={<CharacterCount text={text} max={MESSAGE_MAX} />}
          {...fieldProps(form, 'text')}
        />
        <Checkbox
          size="md"
          label="Que me respondan a mi correo"
          description="Quienes reciban el mensaje verán el correo de tu cuenta. Si no, nadie lee las respuestas."
          {...form.register('replyToMe')}
        />
        <Button type="submit" disabled={hasNoRecipients}>
          Ver cómo llega
        </Button>
      </Stack>
    </form>
  );
}

/** The messages that were sent; renders nothing while there are none. */
function SentMessages({ taskId }: { taskId: string }) {
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
          // Next to a long subject a phone has no room for more.
          summary={shortDayText(createdAt, now())}
          hasError={false}
        >
          <p className={classes.text}>{text}</p>
          <p className="soft">
            <span>
              {[
                longDate(createdAt),
                sender ?? 'Alguien que ya no tiene cuenta',
                `${audienceNames[to]}: ${peopleText(recipients)}`,
              ].join(DOT)}
            </span>
            <UnreachedNote unreached={unreached} />
          </p>
        </Fold>
      ))}
    </section>
  );
}
