import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { type ActivityDraft, activityDraft, emptyDraft } from '../activity-draft.ts';
import { useCreateActivity } from '../api/create-activity.ts';
import { ActivityFields } from './activity-fields.tsx';

const FAILED = 'Error al guardar la actividad. Por favor intenta de nuevo.';

/** The form of /add-task. `onSaved` leaves the page. */
export function ActivityForm({ onSaved }: { onSaved: () => void }) {
  const form = useSchemaForm(activityDraft, emptyDraft);
  const { isDirty } = form.formState;
  const create = useCreateActivity();
  const { message, say, clear } = useTimedMessage();
  // State would come too late for the navigation that follows a save at once, and that must not ask.
  const isSaved = useRef(false);

  const save = (draft: ActivityDraft) => {
    clear();
    create.mutate(draft, {
      onSuccess: () => {
        isSaved.current = true;
        toastSuccess('Actividad publicada');
        onSaved();
      },
      onError: error => {
        toastError(FAILED);
        say(errorSentences(error, FAILED));
      },
    });
  };

  return (
    <form noValidate onSubmit={form.handleSubmit(save)}>
      <UnsavedChanges isUnsaved={() => isDirty && !isSaved.current} />
      <Stack gap="lg">
        <ActivityFields form={form} />
        <MessageBox kind="error" message={message} />
        <Group justify="flex-end">
          <Button variant="default" renderRoot={props => <Link to="/tasks" {...props} />}>
            Cancelar
          </Button>
          <Button type="submit" disabled={create.isPending}>
            {create.isPending ? 'Creando...' : 'Crear Actividad'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
