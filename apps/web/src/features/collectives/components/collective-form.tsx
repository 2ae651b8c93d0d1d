import { Button, Group } from '@mantine/core';
import type { Collective } from '@minga/contract/collectives';
import type { UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx';
import { UploadProgress } from '../../../components/upload-progress.tsx';
import type { CollectiveSubmission } from '../api/collective-submission.ts';
import { collectiveDraftSchema, storedCollective, toDraft } from '../collective-draft.ts';
import { useSaveCollective } from '../use-save-collective.ts';
import { CollectiveFields } from './collective-fields.tsx';
import classes from './collective-form.module.css';

interface Props {
  /** The user, whose drafts the form stores. */
  userId: string;
  /** The collective as of when the form was opened; null for a new one. */
  collective: Collective | null;
  mutation: UseMutationResult<Collective, Error, CollectiveSubmission>;
  /** The submit button, the same while busy, and the success toast. */
  labels: { save: string; saving: string; saved: string };
  /** Navigates away after saving. */
  onSaved: (collective: Collective) => void;
}

/** The form of /colectivos/nuevo and /colectivos/{slug}/editar. */
export function CollectiveForm({ userId, collective, mutation, labels, onSaved }: Props) {
  const form = useSchemaForm(collectiveDraftSchema, toDraft(collective));
  const { isDirty, isSubmitting } = form.formState;
  const { save, isSaved, upload, failure, notice } = useSaveCollective({
    form,
    mutation,
    savedText: labels.saved,
    onSaved,
  });
  const isUnsaved = () => isDirty && !isSaved.current;
  const { restored } = useFormDraft(form, {
    name: `${userId}.collective.${collective?._id ?? 'new'}`,
    schema: storedCollective,
    isUnsaved,
  });
  return (
    <form noValidate className={classes.form} onSubmit={form.handleSubmit(save)} aria-label="Colectivo">
      <UnsavedChanges isUnsaved={isUnsaved} />
      <MessageBox kind="info" message={restored} />
      {/* Changes made while saving would be lost. */}
      <div inert={isSubmitting}>
        <CollectiveFields form={form} collective={collective} />
      </div>
      {upload.progress !== null && (
        <UploadProgress share={upload.progress} what="la imagen" onCancel={upload.cancel} />
      )}
      <MessageBox kind="info" message={notice} takesFocus />
      <MessageBox kind="error" message={failure} takesFocus />
      <Group>
        <BusyButton type="submit" isBusy={isSubmitting} busyLabel={labels.saving}>
          {labels.save}
        </BusyButton>
        <Button
          variant="default"
          renderRoot={props =>
            collective === null ? (
              <Link to="/colectivos" {...props} />
            ) : (
              <Link to="/colectivos/$slug" params={{ slug: collective.slug }} {...props} />
            )
          }
        >
          Cancelar
        </Button>
      </Group>
    </form>
  );
}
