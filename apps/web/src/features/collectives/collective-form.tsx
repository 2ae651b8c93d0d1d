import { Button, Group, TextInput } from '@mantine/core';
import {
  COLLECTIVE_DESCRIPTION_MAX,
  COLLECTIVE_NAME_MAX,
  COLLECTIVE_PLACE_MAX,
  type Collective,
} from '@minga/contract/collectives';
import { IMAGE_TYPE_MESSAGE, IMAGE_TYPES } from '@minga/contract/images';
import type { UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { BusyButton } from '../../components/busy-button.tsx';
import { UnsavedChanges } from '../../components/dialog/unsaved-changes.tsx';
import { CountedText, HINT_LAST } from '../../components/form/counted-text.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { ImagePicker } from '../../components/form/image-picker.tsx';
import { UploadProgress, useUpload } from '../../components/form/upload.tsx';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { MessageBox } from '../../components/message-box.tsx';
import { Note } from '../../components/page/note.tsx';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { imageError } from '../../lib/errors/image-error.ts';
import { ApiError } from '../../lib/server/api.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import classes from './collective-form.module.css';
import {
  type CollectiveDraft,
  collectiveDraftSchema,
  type DraftForm,
  emptyDraft,
  rejectedField,
  storedValues,
  toDraft,
} from './draft.ts';
import { type CollectiveSubmission, useCreateCollective } from './edit-api.ts';

interface Props {
  userId: string;
  onSaved: (collective: Collective) => void;
}

const labels = { save: 'Crear colectivo', saving: 'Creando...', saved: 'Colectivo creado' };

/** The form of /colectivos/nuevo. */
export const NewCollectiveForm = ({ userId, onSaved }: Props) => (
  <CollectiveForm
    userId={userId}
    collective={null}
    mutation={useCreateCollective()}
    labels={labels}
    onSaved={onSaved}
  />
);

interface CollectiveFormProps {
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
export function CollectiveForm({ userId, collective, mutation, labels, onSaved }: CollectiveFormProps) {
  const form = useSchemaForm(collectiveDraftSchema, collective === null ? emptyDraft : toDraft(collective));
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
    schema: storedValues,
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

interface CollectiveFieldsProps {
  form: DraftForm;
  /** Null for a new one. */
  collective: Collective | null;
}

function CollectiveFields({ form, collective }: CollectiveFieldsProps) {
  const { control } = form;
  const name = useWatch({ control, name: 'name' });
  const losesMark = collective?.isVerified === true && name.trim() !== collective.name;
  return (
    <div className={classes.fields}>
      <div className={classes.words}>
        <CountedText form={form} name="name" label="Nombre" max={COLLECTIVE_NAME_MAX} required />
        <div role="status">
          {losesMark && (
            <Note tone="sky">
              Con otro nombre pierde la marca de verificado hasta que la administración lo revise de nuevo.
            </Note>
          )}
        </div>
        <CountedText
          form={form}
          name="description"
          label="Quiénes son y qué hacen (opcional)"
          max={COLLECTIVE_DESCRIPTION_MAX}
          rows={{ minRows: 4, maxRows: 12 }}
        />
        <CountedText
          form={form}
          name="place"
          label="Lugar (opcional)"
          max={COLLECTIVE_PLACE_MAX}
          placeholder="Barrio, vereda o ciudad"
        />
        <TextInput
          label="Página web (opcional)"
          placeholder="https://ejemplo.org"
          inputMode="url"
          autoComplete="url"
          {...fieldProps(form, 'website')}
        />
        <TextInput
          label="WhatsApp (opcional)"
          inputWrapperOrder={HINT_LAST}
          description="Un número, o el enlace de invitación a un grupo. Lo verá todo el mundo."
          autoComplete="off"
          {...fieldProps(form, 'whatsapp')}
        />
      </div>
      <Controller
        control={control}
        name="image"
        render={({ field }) => (
          <ImagePicker
            label="Imagen (opcional)"
            hint="JPG, PNG, GIF, WebP o AVIF, hasta 5 MB"
            types={IMAGE_TYPES}
            value={field.value}
            currentUrl={collective?.image ?? null}
            onChange={field.onChange}
            validate={imageError}
            unreadable={IMAGE_TYPE_MESSAGE}
          />
        )}
      />
    </div>
  );
}

const FAILED = 'Error al guardar el colectivo. Por favor intenta de nuevo.';
const CANCELLED = 'Cancelaste la subida. Lo que escribiste sigue aquí.';

interface Options {
  form: Pick<DraftForm, 'setError'>;
  mutation: UseMutationResult<Collective, Error, CollectiveSubmission>;
  /** The text of the success toast. */
  savedText: string;
  onSaved: (collective: Collective) => void;
}

/** Saves a collective's form: upload, messages, and whether it was saved. */
function useSaveCollective({ form, mutation, savedText, onSaved }: Options) {
  const upload = useUpload();
  const failure = useTimedMessage();
  const notice = useTimedMessage();
  // A ref, because the navigation follows in the same tick and state would not be updated for the blocker.
  const isSaved = useRef(false);

  // Awaited instead of using mutate callbacks, which React Query skips once the form is unmounted.
  async function save(draft: CollectiveDraft) {
    for (const { clear } of [failure, notice]) clear();
    try {
      const saved = await mutation.mutateAsync({ draft, ...upload.start(draft.image instanceof File) });
      isSaved.current = true;
      toastSuccess(savedText);
      onSaved(saved);
    } catch (error) {
      upload.end();
      explain(error);
    }
  }

  function explain(error: unknown): void {
    if (upload.isCancelled()) {
      notice.show(CANCELLED, { stays: true });
      return;
    }
    // The session guard redirects to /login, which explains why.
    if (error instanceof ApiError && error.status === 401) return;
    const field = error instanceof ApiError ? rejectedField(error) : null;
    const sentences = errorSentences(error, FAILED);
    if (field === null) failure.show(sentences, { stays: true });
    else form.setError(field, { message: sentences.join(' ') }, { shouldFocus: true });
  }

  return { save, isSaved, upload, failure: failure.message, notice: notice.message };
}
