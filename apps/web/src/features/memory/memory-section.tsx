import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IMAGE_TYPES } from '@minga/contract/images';
import { MEMORY_IMAGES_MAX, MEMORY_TEXT_MAX } from '@minga/contract/memory';
import { writtenMemory } from '@minga/contract/written-memory';
import { IconPhotoPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { BusyButton } from '../../components/busy-button.tsx';
import { UnsavedChanges } from '../../components/dialog/unsaved-changes.tsx';
import { CharacterCount } from '../../components/form/character-count.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { GrowingTextarea } from '../../components/form/growing-textarea.tsx';
import { UploadProgress, useUpload } from '../../components/form/upload.tsx';
import { textDraft, useFormDraft } from '../../components/form/use-form-draft.ts';
import { useCorrected, useSchemaForm } from '../../components/form/use-schema-form.ts';
import { MessageBox } from '../../components/message-box.tsx';
import { Note } from '../../components/page/note.tsx';
import { OutcomeMessages } from '../../components/page/outcome-messages.tsx';
import { TitledSection } from '../../components/page/titled-section.tsx';
import { useOutcome } from '../../components/page/use-outcome.ts';
import { SentenceList } from '../../components/sentence-list.tsx';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { imageError } from '../../lib/errors/image-error.ts';
import { isPublicBeforeReview } from '../../lib/is-public-before-review.ts';
import { randomUuid } from '../../lib/storage/random-uuid.ts';
import { useWriteMemory } from './api.ts';
import { HiddenMemory } from './hidden-memory.tsx';
import classes from './memory.module.css';
import { MemoryImage } from './memory-image.tsx';
import {
  addPictures,
  arePicturesChanged,
  type ChosenPicture,
  type DraftPicture,
  draftPictures,
  submittedPictures,
} from './model.ts';

interface Props {
  readonly userId: string;
  /** It has begun. */
  readonly activity: Activity;
}

/** 'La memoria' of /tasks/{id}/despues: what was done, for the public page (docs/rules.md R18.6). */
export function MemorySection({ userId, activity }: Props) {
  const { _id, memory = null } = activity;
  const outcome = useOutcome();
  /** Saving leaves a form with what is stored. */
  const [savedCount, setSavedCount] = useState(0);
  return (
    <TitledSection title="La memoria">
      <p className="soft">
        Cuenta qué hicieron y muéstralo con fotos. Se ve en la página de la actividad, como «Lo que hicimos».
      </p>
      <OutcomeMessages outcome={outcome} takesFocus />
      {memory?.isHidden && <HiddenMemory memory={memory} activityId={null} />}
      <MemoryForm
        key={savedCount}
        draftName={`memory.${userId}.${_id}`}
        activity={activity}
        onChange={outcome.clear}
        onSaved={text => {
          setSavedCount(savedCount + 1);
          outcome.showSuccess(text);
        }}
      />
      {memory !== null && (
        <Link to="/actividades/$id" params={{ id: _id }} className="target link">
          Ver la página de la actividad
        </Link>
      )}
    </TitledSection>
  );
}

interface MemoryFormProps {
  /** The name under which the text survives the end of the session. */
  readonly draftName: string;
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
function MemoryForm({ draftName, activity, onChange, onSaved }: MemoryFormProps) {
  // The memory as it was when the form was opened: another organiser's change must not alter what is being written.
  const [stored] = useState(activity.memory ?? null);
  const form = useSchemaForm(draft, { text: stored?.text ?? '' });
  const { restored } = useFormDraft(form, { name: draftName, schema: textDraft });
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
      <MessageBox kind="info" message={restored} />
      {/* Changes made while saving would be lost. */}
      <div className="stack gap-l" inert={isSubmitting}>
        <GrowingTextarea
          label="Qué hicimos"
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

interface MemoryPicturesProps {
  readonly pictures: readonly DraftPicture[];
  readonly onChange: (change: (pictures: readonly DraftPicture[]) => readonly DraftPicture[]) => void;
}

const CONSENT =
  'Publica solo fotos de personas que estuvieron de acuerdo; de niñas y niños, con permiso de su familia.';

/** The pictures of a memory with previews, and the field that adds some. Rejected files are named with the reason. */
function MemoryPictures({ pictures, onChange }: MemoryPicturesProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);

  async function add(chosen: readonly File[]) {
    const added: ChosenPicture[] = [];
    // One after the other: a decoded photo takes 50 MB.
    for (const file of chosen) added.push({ key: randomUuid(), file: await shrinkPhoto(file) });
    setErrors(addPictures(pictures, added, imageError).errors);
    onChange(current => addPictures(current, added, imageError).pictures);
  }

  function remove({ key }: DraftPicture, sentence: string | null) {
    setErrors(sentence === null ? [] : [sentence]);
    onChange(current => current.filter(one => one.key !== key));
    // The pressed button is no longer in the page.
    if (sentence === null) input.current?.focus();
  }

  return (
    <fieldset>
      <legend className={classes.label}>Fotos</legend>
      {pictures.length > 0 && (
        <ul className={`stack ${classes.pictures}`}>
          {pictures.map((picture, index) => (
            <li key={picture.key} className={classes.memoryFormPicture}>
              <Preview
                picture={picture}
                alt={`Foto ${index + 1}`}
                onUnreadable={name => remove(picture, `«${name}»: no pudimos abrir esta foto`)}
              />
              <Button
                variant="subtle"
                color="clay"
                size="sm"
                aria-label={`Quitar la foto ${index + 1}`}
                onClick={() => remove(picture, null)}
              >
                Quitar
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.errors} role="alert">
        {errors.length > 0 && <SentenceList sentences={[...errors]} />}
      </div>
      <label className={`row strong ${classes.add}`}>
        <IconPhotoPlus size={24} aria-hidden />
        Agregar fotos
        <input
          ref={input}
          className={classes.input}
          type="file"
          multiple
          accept={IMAGE_TYPES.join(',')}
          aria-describedby={`${id}-hint ${id}-consent`}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // Cleared so that the same file can be chosen again.
            currentTarget.value = '';
            if (files.length > 0) void add(files);
          }}
        />
      </label>
      <p id={`${id}-hint`} className={classes.hint}>
        {`${pictures.length} de ${MEMORY_IMAGES_MAX} fotos. JPG, PNG, GIF, WebP o AVIF, de hasta 5 MB cada una.`}
      </p>
      <p id={`${id}-consent`} className={classes.consent}>
        {CONSENT}
      </p>
    </fieldset>
  );
}

interface PreviewProps {
  readonly picture: DraftPicture;
  readonly alt: string;
  readonly onUnreadable: (name: string) => void;
}

function Preview({ picture, alt, onUnreadable }: PreviewProps) {
  const file = 'file' in picture ? picture.file : null;
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  if ('kept' in picture)
    return <MemoryImage className={classes.preview} url={picture.kept.url} alt={alt} sizes="10rem" />;
  if (url === null) return <div className={classes.preview} />;
  return (
    <img className={classes.preview} src={url} alt={alt} onError={() => file && onUnreadable(file.name)} />
  );
}

/** The server stores pictures 1,280 pixels wide; a portrait is as much higher. */
const SIDE_MAX = 2000;
/** A smaller file takes no long upload. */
const BYTES_MIN = 600_000;
const QUALITY = 0.85;

/**
 * A photo scaled down before its upload: cameras take more pixels than the server stores, and most of their files exceed its limit.
 * Also removes where the photo was taken. Other pictures, and photos that the browser cannot read, stay as they are.
 */
async function shrinkPhoto(file: File): Promise<File> {
  if (file.type !== 'image/jpeg' || file.size < BYTES_MIN) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, file.type, QUALITY));
    return blob === null || blob.size >= file.size ? file : new File([blob], file.name, { type: file.type });
  } catch {
    return file;
  }
}
