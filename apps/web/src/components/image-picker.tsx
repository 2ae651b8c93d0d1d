import { Button, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useId, useRef, useState } from 'react';
import classes from './image-picker.module.css';
import { ImagePickerSource } from './image-picker-source.tsx';
import { usePastedFile } from './use-pasted-file.ts';

type Picked = File | 'kept' | null;

interface Props {
  label: string;
  /** The accepted files, in words. */
  hint: string;
  /** The accepted media types, for the file dialog. */
  types: readonly string[];
  /** A new picture, the current one, or none. */
  value: Picked;
  /** Address of the current picture; null without one. */
  keptUrl: string | null;
  onChange: (value: Picked) => void;
  /** The validation message for a file, or null if it is accepted. */
  refusalOf: (file: File) => string | null;
  /** The message for a file that cannot be decoded as a picture. */
  unreadable: string;
}

/** Selects one picture, with a preview. A rejected file clears the field; the current picture stays unless it is removed. */
export function ImagePicker({ label, hint, types, value, keptUrl, onChange, refusalOf, unreadable }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isKept = value === 'kept';

  function update(next: Picked, why: string | null = null) {
    setRefusal(why);
    onChange(next);
  }
  const reject = (why: string) => update(keptUrl === null ? null : 'kept', why);

  function accept(file: File) {
    const why = refusalOf(file);
    if (why === null) update(file);
    else reject(why);
  }
  usePastedFile(accept);
  // The browser would leave the page to show a file that is dropped outside the picker.
  useWindowEvent('dragover', preventDefault);
  useWindowEvent('drop', preventDefault);

  function press(next: Picked) {
    update(next);
    // The pressed button is no longer in the page.
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
        preview={<Preview value={value} keptUrl={keptUrl} onUnreadable={() => reject(unreadable)} />}
        input={input}
        onFile={accept}
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
    // A new element per file: an error of the previous file must not reject this one.
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
