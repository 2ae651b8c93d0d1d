import type { WholeActivity } from '@minga/contract/activities';
import type { Scope } from '@minga/contract/series';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx';
import { UploadProgress } from '../../../components/upload-progress.tsx';
import {
  type ActivityDraft,
  activityDraftSchema,
  type DraftValues,
  emptyDraft,
  toDraft,
} from '../activity-draft.ts';
import type { ActivitySubmission, SavedActivity } from '../api/activity-submission.ts';
import { lostImageNotice, storedDraft, storedDraftName } from '../stored-draft.ts';
import { useSaveActivity } from '../use-save-activity.ts';
import { ActivityFields } from './activity-fields.tsx';
import classes from './activity-form.module.css';
import { ActivityFormButtons } from './activity-form-buttons.tsx';
import { ChangeNotice } from './change-notice.tsx';
import type { OrganisersSlot } from './more-options.tsx';

interface Props {
  /** The organiser, whose drafts the form stores. */
  authorId: string;
  /** The activity as of when the form was opened; null for a new one. */
  activity: WholeActivity | null;
  /** The collective of a new activity; '' for none. */
  collectiveId?: string | undefined;
  /** The initial values of a new activity that copies another one. */
  copy?: { readonly of: string; readonly draft: DraftValues } | undefined;
  mutation: UseMutationResult<SavedActivity, Error, ActivitySubmission>;
  /** The submit button, the same while busy, and the success toast. */
  labels: { save: string; saving: string; saved: string };
  /** Called before saving; false keeps the form open. */
  confirmReplace?: (() => Promise<boolean>) | undefined;
  /** Called before saving an occurrence of a series; null keeps the form open. */
  chooseScope?: ((draft: ActivityDraft) => Promise<Scope | null>) | undefined;
  /** Called when less is needed than people have claimed; true releases their claims. */
  confirmRelease?: ((sentence: string) => Promise<boolean>) | undefined;
  /** The field 'Quiénes organizan'; without it the collective stays as it is. */
  organisers?: OrganisersSlot | undefined;
  /** Navigates away after saving. */
  onSaved: (activity: WholeActivity) => void;
  /** Navigates away without saving; by default to /tasks. */
  onCancel?: (() => void) | undefined;
}

/** The form of /add-task and /tasks/{id} (docs/rules.md R3.1). */
export function ActivityForm({
  authorId,
  activity,
  collectiveId = '',
  copy,
  mutation,
  labels,
  confirmReplace,
  chooseScope,
  confirmRelease,
  organisers,
  onSaved,
  onCancel,
}: Props) {
  const [schema] = useState(() => activityDraftSchema(activity));
  const form = useSchemaForm(
    schema,
    activity === null ? (copy?.draft ?? { ...emptyDraft, collectiveId }) : toDraft(activity),
  );
  const { isDirty, isSubmitting } = form.formState;
  const { save, isSaved, upload, failure, notice } = useSaveActivity({
    mutation,
    savedText: labels.saved,
    edited: activity,
    confirmReplace,
    chooseScope,
    confirmRelease,
    onSaved,
  });
  const isUnsaved = () => isDirty && !isSaved.current;
  const { restored } = useFormDraft(form, {
    name: storedDraftName(authorId, activity?._id ?? (copy ? `copy.${copy.of}` : 'new')),
    schema: storedDraft,
    isUnsaved,
    remarkOn: lostImageNotice,
  });

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
          organisers={organisers}
        />
      </div>
      {activity !== null && <ChangeNotice control={form.control} activity={activity} />}
      {progress !== null && <UploadProgress share={progress} what="la imagen" onCancel={upload.cancel} />}
      <MessageBox kind="info" message={notice} takesFocus />
      <MessageBox kind="error" message={failure} takesFocus />
      <ActivityFormButtons
        label={labels.save}
        busyLabel={labels.saving}
        isBusy={isSubmitting}
        onCancel={onCancel}
      />
    </form>
  );
}
