import { Button, Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import {
  type AudienceCounts,
  audiences,
  MESSAGE_MAX,
  type NewMessage,
  newMessage,
  SUBJECT_MAX,
} from '@minga/contract/messages';
import { useWatch } from 'react-hook-form';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx';
import { audienceNames, peopleText } from '../audience-texts.ts';
import classes from './messages.module.css';
import { UnreachedNote } from './unreached-note.tsx';

interface Props {
  /** Undefined until it is known. */
  readonly counts: AudienceCounts | undefined;
  /** There may be a waiting list. */
  readonly hasWaiting: boolean;
  readonly onWritten: (message: NewMessage) => void;
}

/** Whom to write to, and what. */
export function MessageForm({ counts, hasWaiting, onWritten }: Props) {
  const form = useSchemaForm(newMessage, { to: 'confirmed', subject: '', text: '', replyToMe: false });
  const { to, subject, text } = useWatch({ control: form.control }) as NewMessage;
  const hasNoRecipients = counts?.[to] === 0;
  return (
    <form noValidate aria-label="Mensaje nuevo" onSubmit={form.handleSubmit(onWritten)}>
      <UnsavedChanges isUnsaved={() => subject !== '' || text !== ''} />
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
          <p className={classes.count} role="status">
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
        <Textarea
          label="Mensaje"
          autosize
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
