import { Button } from '@mantine/core';
import { IMAGE_TYPES } from '@minga/contract/images';
import { MEMORY_IMAGES_MAX } from '@minga/contract/memory';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { SentenceList } from '../../../components/sentence-list.tsx';
import { imageError } from '../../../lib/image-error.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { shrinkPhoto } from '../../../lib/shrink-photo.ts';
import { addPictures, type ChosenPicture, type DraftPicture } from '../memory-draft.ts';
import classes from './memory-form.module.css';
import { MemoryImage } from './memory-image.tsx';

interface Props {
  readonly pictures: readonly DraftPicture[];
  readonly onChange: (change: (pictures: readonly DraftPicture[]) => readonly DraftPicture[]) => void;
}

const CONSENT =
  'Publica solo fotos de personas que estuvieron de acuerdo; de niñas y niños, con permiso de su familia.';

/** The pictures of a memory with previews, and the field that adds some. Rejected files are named with the reason. */
export function MemoryPictures({ pictures, onChange }: Props) {
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
    <fieldset className={classes.set}>
      <legend className={classes.label}>Fotos</legend>
      {pictures.length > 0 && (
        <ul className={classes.pictures}>
          {pictures.map((picture, index) => (
            <li key={picture.key} className={classes.picture}>
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
      <label className={classes.add}>
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
