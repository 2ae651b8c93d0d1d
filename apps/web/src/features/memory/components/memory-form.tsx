import { Textarea } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { MEMORY_TEXT_MAX } from '@minga/contract/memory';
import { writtenMemory } from '@minga/contract/written-memory';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useCorrected, useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { Note } from '../../../components/note.tsx';
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx';
import { UploadProgress } from '../../../components/upload-progress.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { useUpload } from '../../../components/use-upload.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { isPublicBeforeReview } from '../../../lib/is-public-before-review.ts';
import { useWriteMemory } from '../api.ts';
import { arePicturesChanged, type DraftPicture, draftPictures, submittedPictures } from '../memory-draft.ts';
import classes from './memory-form.module.css';
import { MemoryPictures } from './memory-pictures.tsx';

interface Props {
  readonly activity: Activity;
  readonly onChange: () => void;
  /** Called with the text of the success message. */
  readonly onSaved: (text: string) => void;
}

const FAILED = 'No pudimos guardar la memoria. Lo que escribiste sigue aquí: intenta de nuevo.';
const CANCELLED = 'Cancelaste la subida. Lo que escribiste y las fotos siguen aquí.';
const SHOWN = 'Memoria guardada: ya se ve en la página de la actividad';
const HELD = 'Memoria guardada: la actividad se verá en público cuando la revisemos';
const HIDDEN = 'Memoria guardada: la revisamos de nuevo antes de que se vuelva a ver';
const EMPTY = 'Escribe algo o agrega una foto';
const draft = z.object({ text: writtenMemory.shape.text });

/** The text and the pictures of a memory. A failure keeps both. */
export function MemoryForm({ activity, onChange, onSaved }: Props) {
  // The memory as it was when the form was opened: another organiser's change must not alter what is being written.
  const [stored] = useState(activity.memory ?? null);
  const form = useSchemaForm(draft, { text: stored?.text ?? '' });
  const [pictures, setPictures] = useState<readonly DraftPicture[]>(() => draftPictures(stored));
  const { text = '' } = useWatch({ control: form.control });
  const write = useWriteMemory(activity._id);
  const upload = useUpload();
  const failure = useTimedMessage();
  const isSaved = useRef(false);
  const isEmpty = text.trim() === '' && pictures.length === 0;
  useCorrected(isEmpty, failure.clear);
  const isUnsaved = () =>
    !isSaved.current && (text !== (stored?.text ?? '') || arePicturesChanged(pictures, stored));

  async function save(fields: z.output<typeof draft>) {
    failure.clear();
    onChange();
    if (isEmpty && stored === null) return failure.show(EMPTY, { stays: true });
    const { keep, files } = submittedPictures(pictures);
    let saved: Activity;
    try {
      saved = await write.mutateAsync({ ...fields, keep, files, ...upload.start(files.length > 0) });
    } catch (error) {
      upload.end();
      failure.show(upload.isCancelled() ? CANCELLED : errorSentences(error, FAILED), { stays: true });
      return;
    }
    isSaved.current = true;
    onSaved(isEmpty ? 'Eliminaste la memoria' : savedText(saved));
  }

  const { isSubmitting } = form.formState;
  return (
    <form noValidate aria-label="La memoria" className={classes.form} onSubmit={form.handleSubmit(save)}>
      <UnsavedChanges isUnsaved={isUnsaved} />
      {/* Changes made while saving would be lost. */}
      <div className={classes.fields} inert={isSubmitting}>
        <Textarea
          label="Qué hicimos"
          autosize
          minRows={5}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={<CharacterCount text={text} max={MEMORY_TEXT_MAX} />}
          {...fieldProps(form, 'text')}
        />
        <MemoryPictures pictures={pictures} onChange={setPictures} />
        {!isPublicBeforeReview() && activity.status === 'approved' && (
          <Note tone="sky">Al guardar, la actividad vuelve a revisión antes de verse en público.</Note>
        )}
      </div>
      {upload.progress !== null && (
        <UploadProgress share={upload.progress} what="las fotos" onCancel={upload.cancel} />
      )}
      <MessageBox kind="error" message={failure.message} takesFocus />
      <div>
        <BusyButton
          type="submit"
          isBusy={isSubmitting}
          busyLabel="Guardando…"
          {...(isEmpty && stored !== null && { color: 'clay' })}
        >
          {isEmpty && stored !== null ? 'Eliminar la memoria' : 'Guardar la memoria'}
        </BusyButton>
      </div>
    </form>
  );
}

function savedText({ memory, isHeld }: Activity): string {
  if (memory?.isHidden) return HIDDEN;
  return isHeld ? HELD : SHOWN;
}
