import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { audiences, MESSAGE_MAX, type NewMessage, newMessage, SUBJECT_MAX } from '@minga/contract/messages';
import { useWatch } from 'react-hook-form';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx';
import { audienceNames } from '../audience-texts.ts';

interface Props {
  /** There may be a waiting list. */
  readonly hasWaiting: boolean;
  readonly onWritten: (message: NewMessage) => void;
}

/** Whom to write to, and what. */
export function MessageForm({ hasWaiting, onWritten }: Props) {
  const form = useSchemaForm(newMessage, { to: 'confirmed', subject: '', text: '' });
  const { subject, text } = useWatch({ control: form.control }) as NewMessage;
  return (
    <form noValidate aria-label="Mensaje nuevo" onSubmit={form.handleSubmit(onWritten)}>
      <UnsavedChanges isUnsaved={() => subject !== '' || text !== ''} />
      <Stack gap="md">
        {hasWaiting && (
          <NativeSelect
            size="md"
            label="Para"
            data={audiences.map(value => ({ value, label: audienceNames[value] }))}
            {...form.register('to')}
          />
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
        <Button type="submit">Ver cómo llega</Button>
      </Stack>
    </form>
  );
}
