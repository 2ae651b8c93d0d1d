import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx';
import { useErrorToasts } from '../../../components/use-error-toasts.ts';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { ApiError } from '../../../lib/api.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { onSessionLoss } from '../../../lib/session-loss.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { type ActivityDraft, activityDraft, emptyDraft } from '../activity-draft.ts';
import { useCreateActivity } from '../api/create-activity.ts';
import { keepDraft, takeKeptDraft } from '../kept-draft.ts';
import { ActivityFields } from './activity-fields.tsx';

const FAILED = 'Error al guardar la actividad. Por favor intenta de nuevo.';

interface Props {
  /** Whose activity it is going to be. */
  authorId: string;
  /** Leaves the page. */
  onSaved: () => void;
}

/** The form of /add-task. A session that ends meanwhile costs no text: it waits until the author has signed in again. */
export function ActivityForm({ authorId, onSaved }: Props) {
  const form = useSchemaForm(activityDraft, emptyDraft);
  const { isDirty } = form.formState;
  const create = useCreateActivity();
  const { message, say, clear } = useTimedMessage();
  const { complain, takeBack } = useErrorToasts();
  // State would come too late for the navigation that follows a save at once, and that must not ask.
  const isSaved = useRef(false);

  const { reset } = form;
  useEffect(() => {
    const kept = takeKeptDraft(authorId);
    // Against the empty form, so that it counts as unsaved.
    if (kept) reset(kept, { keepDefaultValues: true });
  }, [authorId, reset]);

  const isUnsaved = () => isDirty && !isSaved.current;
  const keep = useEffectEvent(() => {
    if (isUnsaved()) keepDraft(authorId, form.getValues());
  });
  useEffect(() => onSessionLoss(() => keep()), []);

  // Awaited, because without a session the form is gone before the outcome is told.
  async function save(draft: ActivityDraft) {
    clear();
    try {
      await create.mutateAsync(draft);
      isSaved.current = true;
      takeBack();
      toastSuccess('Actividad publicada');
      onSaved();
    } catch (error) {
      // The page is on its way to /login, which says why.
      if (error instanceof ApiError && error.status === 401) return;
      complain(FAILED);
      say(errorSentences(error, FAILED), { stays: true });
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(save)}>
      <UnsavedChanges isUnsaved={isUnsaved} />
      <Stack gap="lg">
        <ActivityFields form={form} />
        <MessageBox kind="error" message={message} takesFocus />
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
