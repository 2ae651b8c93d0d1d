import { Button, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useId, useRef, useState } from 'react';
import classes from './image-picker.module.css';
import { ImagePickerSource } from './image-picker-source.tsx';
import { usePastedFile } from './use-pasted-file.ts';

type Picked = File | 'kept' | null;

interface Props {
  label: string;
  /** Which files are taken, in words. */
  hint: string;
  /** The same for the file dialog. */
  types: readonly string[];
  /** A new picture, the present one, or none. */
  value: Picked;
  /** Address of the present picture; null where there is none to keep. */
  keptUrl: string | null;
  onChange: (value: Picked) => void;
  /** The sentence that refuses a file, or null. */
  refusalOf: (file: File) => string | null;
  /** The sentence that refuses what calls itself a picture but cannot be shown as one. */
  unreadable: string;
}

/** One picture, with a preview. A refused file clears the field; the present picture stays unless it is taken away. */
export function ImagePicker({ label, hint, types, value, keptUrl, onChange, refusalOf, unreadable }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isKept = value === 'kept';

  function put(next: Picked, why: string | null = null) {
    setRefusal(why);
    onChange(next);
  }
  const refuse = (why: string) => put(keptUrl === null ? null : 'kept', why);

  function take(file: File) {
    const refused = refusalOf(file);
    if (refused === null) put(file);
    else refuse(refused);
  }
  usePastedFile(take);
  // The browser would leave the page to show a file that is dropped outside the picker.
  useWindowEvent('dragover', preventDefault);
  useWindowEvent('drop', preventDefault);

  function press(next: Picked) {
    put(next);
    // The button that was pressed is gone.
    input.current?.focus();
  }

  return (
    <div>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      <ImagePickerSource
        labelId={`${id}-label`}
        describedBy={`${id}-hint ${id}-refusal`}
        types={types}
        isInvalid={refusal !== null}
        action={value === null ? 'Elige una imagen' : 'Cambiar la imagen'}
        preview={<Preview value={value} keptUrl={keptUrl} onUnreadable={() => refuse(unreadable)} />}
        input={input}
        onFile={take}
      />
      <p id={`${id}-refusal`} role="alert" className={classes.refusal}>
        {refusal}
      </p>
      <VisuallyHidden role="status">
        {value instanceof File && `Imagen elegida: ${value.name}`}
      </VisuallyHidden>
      <div className={classes.foot}>
        <p id={`${id}-hint`} className={classes.hint}>
          {value instanceof File ? `${value.name} · ${sizeText(value.size)}` : hint}
        </p>
        {value !== null && (
          <Button variant="subtle" color="clay" size="sm" onClick={() => press(null)}>
            Quitar la imagen
          </Button>
        )}
        {keptUrl !== null && !isKept && (
          <Button variant="subtle" size="sm" onClick={() => press('kept')}>
            Volver a la imagen anterior
          </Button>
        )}
      </div>
    </div>
  );
}

function Preview({
  value,
  keptUrl,
  onUnreadable,
}: Pick<Props, 'value' | 'keptUrl'> & { onUnreadable: () => void }) {
  const file = value instanceof File ? value : null;
  const url = useFileUrl(file);
  if (value === 'kept' && keptUrl !== null) {
    return <img src={keptUrl} alt="Imagen actual" className={classes.preview} />;
  }
  if (file === null || url === null) return null;
  return (
    // An element for each file: the last one's failure must not refuse this one.
    <img
      key={url}
      src={url}
      alt={`Vista previa: ${file.name}`}
      className={classes.preview}
      onError={onUnreadable}
    />
  );
}

const preventDefault = (event: Event) => event.preventDefault();

/** An address at which the browser can show this file; null without a file. */
function useFileUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setUrl(null);
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}

const KILOBYTE = 1024;
const digits = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

function sizeText(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  if (kilobytes < KILOBYTE) return `${digits.format(Math.ceil(kilobytes))} kB`;
  return `${digits.format(kilobytes / KILOBYTE)} MB`;
}
