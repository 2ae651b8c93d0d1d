import { Button } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import classes from './image-picker.module.css';

interface Props {
  label: string;
  /** Which files are taken, in words. */
  hint: string;
  /** The same for the file dialog. */
  types: readonly string[];
  value: File | null;
  onChange: (file: File | null) => void;
  /** The sentence that refuses a file, or null. */
  refusalOf: (file: File) => string | null;
  /** The sentence that refuses what calls itself a picture but cannot be shown as one. */
  unreadable: string;
}

/** One picture, from the file dialog or dropped here, with a preview. A refused file clears the field. */
export function ImagePicker({ label, hint, types, value, onChange, refusalOf, unreadable }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const preview = usePreview(value);

  function take(file: File | undefined) {
    // A closed dialog changes nothing.
    if (file === undefined) return;
    const refused = refusalOf(file);
    setRefusal(refused);
    onChange(refused === null ? file : null);
  }

  function refuse() {
    setRefusal(unreadable);
    onChange(null);
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    take(event.currentTarget.files?.[0]);
    // Empty again, so that the same file can be chosen a second time.
    event.currentTarget.value = '';
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  function remove() {
    setRefusal(null);
    onChange(null);
    input.current?.focus();
  }

  return (
    <div>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      <label
        className={classes.area}
        data-over={isOver || undefined}
        data-invalid={refusal !== null || undefined}
        onDragOver={event => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          className={classes.input}
          type="file"
          accept={types.join(',')}
          aria-labelledby={`${id}-label ${id}-action`}
          aria-describedby={`${id}-hint ${id}-refusal`}
          aria-invalid={refusal !== null}
          onChange={choose}
        />
        {preview && (
          // An element for each file: the last one's failure must not refuse this one.
          <img
            key={preview}
            src={preview}
            alt={`Vista previa: ${value?.name}`}
            className={classes.preview}
            onError={refuse}
          />
        )}
        <span className={classes.choice}>
          <IconPhotoPlus size={28} aria-hidden />
          <span id={`${id}-action`} className={classes.action}>
            {value === null ? 'Elige una imagen' : 'Cambiar la imagen'}
          </span>
          <span className={classes.dropText}>o arrástrala hasta aquí</span>
        </span>
      </label>
      <p id={`${id}-refusal`} role="alert" className={classes.refusal}>
        {refusal}
      </p>
      <div className={classes.foot}>
        <p id={`${id}-hint`} className={classes.hint}>
          {value === null ? hint : `${value.name} · ${sizeText(value.size)}`}
        </p>
        {value !== null && (
          <Button variant="subtle" color="clay" size="sm" onClick={remove}>
            Quitar la imagen
          </Button>
        )}
      </div>
    </div>
  );
}

const KILOBYTE = 1024;
const digits = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

function sizeText(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  if (kilobytes < KILOBYTE) return `${digits.format(Math.ceil(kilobytes))} kB`;
  return `${digits.format(kilobytes / KILOBYTE)} MB`;
}

function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
