import type { Activity } from '@minga/contract/activities';
import type { UseMutationResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useKeptValues } from '../../../components/form/use-kept-values.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx';
import { UploadProgress } from '../../../components/upload-progress.tsx';
import { useErrorToasts } from '../../../components/use-error-toasts.ts';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { ApiError } from '../../../lib/api.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { type ActivityDraft, activityDraft, draftOf, emptyDraft } from '../activity-draft.ts';
import type { SavedActivity } from '../api/saved-activity.ts';
import { keptDraft, keptDraftName, lostPicture } from '../kept-draft.ts';
import { useUpload } from '../use-upload.ts';
import { ActivityFields } from './activity-fields.tsx';
import classes from './activity-form.module.css';
import { ActivityFormButtons } from './activity-form-buttons.tsx';

const FAILED = 'Error al guardar la actividad. Por favor intenta de nuevo.';
const CANCELLED = 'Cancelaste la subida. Lo que escribiste sigue aquí.';

interface Props {
  /** Whose activity it is, or is going to be. */
  authorId: string;
  /** The activity as it was when its form was opened; null for a new one. */
  activity: Activity | null;
  mutation: UseMutationResult<Activity, Error, SavedActivity>;
  /** The button, the same while it works, and what is said of the success. */
  words: { save: string; saving: string; saved: string };
  /** Asked before it is saved; false keeps the form open. */
  mayReplace?: () => Promise<boolean>;
  /** Leaves the form. */
  onSaved: () => void;
  /** Leaves it without saving; by default to /tasks. */
  onCancel?: (() => void) | undefined;
}

/** The form of /add-task and /tasks/{id} (spec 000 section 2). */
export function ActivityForm({ authorId, activity, mutation, words, mayReplace, onSaved, onCancel }: Props) {
  const [schema] = useState(() => activityDraft(activity));
  const form = useSchemaForm(schema, activity === null ? emptyDraft : draftOf(activity));
  const { isDirty, isSubmitting } = form.formState;
  const upload = useUpload();
  const fault = useTimedMessage();
  const notice = useTimedMessage();
  const { complain, takeBack } = useErrorToasts();
  // State would come too late for the navigation that follows a save at once, and that must not ask.
  const isSaved = useRef(false);
  const isUnsaved = () => isDirty && !isSaved.current;
  const { restored } = useKeptValues(form, {
    name: keptDraftName(authorId, activity?._id ?? null),
    schema: keptDraft,
    isUnsaved,
    remarkOn: lostPicture,
  });

  // Awaited, because without a session the form is gone before the outcome is told.
  async function save(draft: ActivityDraft) {
    for (const { clear } of [fault, notice]) clear();
    if (mayReplace && !(await mayReplace())) return;
    try {
      await mutation.mutateAsync({ draft, ...upload.begin(draft.image instanceof File) });
      isSaved.current = true;
      takeBack();
      toastSuccess(words.saved);
      onSaved();
    } catch (error) {
      upload.end();
      if (upload.isCancelled()) return notice.say(CANCELLED, { stays: true });
      // The page is on its way to /login, which says why.
      if (error instanceof ApiError && error.status === 401) return;
      complain(FAILED);
      fault.say(errorSentences(error, FAILED), { stays: true });
    }
  }

  const { share } = upload;
  return (
    <form noValidate className={classes.form} onSubmit={form.handleSubmit(save)}>
      <UnsavedChanges isUnsaved={isUnsaved} />
      <MessageBox kind="info" message={restored} />
      {/* What is changed while it is saved would be lost. */}
      <div inert={isSubmitting}>
        <ActivityFields form={form} keptImage={activity?.image ?? null} keptDate={activity?.date ?? null} />
      </div>
      {share !== null && <UploadProgress share={share} what="la imagen" onCancel={upload.cancel} />}
      <MessageBox kind="info" message={notice.message} takesFocus />
      <MessageBox kind="error" message={fault.message} takesFocus />
      <ActivityFormButtons
        label={words.save}
        busyLabel={words.saving}
        isBusy={isSubmitting}
        onCancel={onCancel}
      />
    </form>
  );
}
