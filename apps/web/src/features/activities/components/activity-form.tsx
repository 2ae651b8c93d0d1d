import type { Activity } from '@minga/contract/activities';
import type { UseMutationResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx';
import { UploadProgress } from '../../../components/upload-progress.tsx';
import { useErrorToasts } from '../../../components/use-error-toasts.ts';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { ApiError } from '../../../lib/api.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { type ActivityDraft, activityDraftSchema, emptyDraft, toDraft } from '../activity-draft.ts';
import type { ActivitySubmission } from '../api/activity-submission.ts';
import { lostImageNotice, storedDraft, storedDraftName } from '../stored-draft.ts';
import { useUpload } from '../use-upload.ts';
import { ActivityFields } from './activity-fields.tsx';
import classes from './activity-form.module.css';
import { ActivityFormButtons } from './activity-form-buttons.tsx';

const FAILED = 'Error al guardar la actividad. Por favor intenta de nuevo.';
const CANCELLED = 'Cancelaste la subida. Lo que escribiste sigue aquí.';

interface Props {
  /** The organiser, whose drafts the form stores. */
  authorId: string;
  /** The activity as of when the form was opened; null for a new one. */
  activity: Activity | null;
  mutation: UseMutationResult<Activity, Error, ActivitySubmission>;
  /** The submit button, the same while busy, and the success toast. */
  labels: { save: string; saving: string; saved: string };
  /** Called before saving; false keeps the form open. */
  confirmReplace?: () => Promise<boolean>;
  /** Navigates away after saving. */
  onSaved: () => void;
  /** Navigates away without saving; by default to /tasks. */
  onCancel?: (() => void) | undefined;
}

/** The form of /add-task and /tasks/{id} (spec 000 section 2). */
export function ActivityForm({
  authorId,
  activity,
  mutation,
  labels,
  confirmReplace,
  onSaved,
  onCancel,
}: Props) {
  const [schema] = useState(() => activityDraftSchema(activity));
  const form = useSchemaForm(schema, activity === null ? emptyDraft : toDraft(activity));
  const { isDirty, isSubmitting } = form.formState;
  const upload = useUpload();
  const failure = useTimedMessage();
  const notice = useTimedMessage();
  const { showError, dismissErrors } = useErrorToasts();
  // A ref, because the navigation follows in the same tick and state would not be updated for the blocker.
  const isSaved = useRef(false);
  const isUnsaved = () => isDirty && !isSaved.current;
  const { restored } = useFormDraft(form, {
    name: storedDraftName(authorId, activity?._id ?? null),
    schema: storedDraft,
    isUnsaved,
    remarkOn: lostImageNotice,
  });

  // Awaited instead of using mutate callbacks, which React Query skips once the form is unmounted.
  async function save(draft: ActivityDraft) {
    for (const { clear } of [failure, notice]) clear();
    if (confirmReplace && !(await confirmReplace())) return;
    try {
      await mutation.mutateAsync({ draft, ...upload.start(draft.image instanceof File) });
      isSaved.current = true;
      dismissErrors();
      toastSuccess(labels.saved);
      onSaved();
    } catch (error) {
      upload.end();
      if (upload.isCancelled()) return notice.show(CANCELLED, { stays: true });
      // The session guard redirects to /login, which explains why.
      if (error instanceof ApiError && error.status === 401) return;
      showError(FAILED);
      failure.show(errorSentences(error, FAILED), { stays: true });
    }
  }

  const { progress } = upload;
  return (
    <form noValidate className={classes.form} onSubmit={form.handleSubmit(save)}>
      <UnsavedChanges isUnsaved={isUnsaved} />
      <MessageBox kind="info" message={restored} />
      {/* Changes made while saving would be lost. */}
      <div inert={isSubmitting}>
        <ActivityFields
          form={form}
          currentImage={activity?.image ?? null}
          currentDate={activity?.date ?? null}
        />
      </div>
      {progress !== null && <UploadProgress share={progress} what="la imagen" onCancel={upload.cancel} />}
      <MessageBox kind="info" message={notice.message} takesFocus />
      <MessageBox kind="error" message={failure.message} takesFocus />
      <ActivityFormButtons
        label={labels.save}
        busyLabel={labels.saving}
        isBusy={isSubmitting}
        onCancel={onCancel}
      />
    </form>
  );
}
