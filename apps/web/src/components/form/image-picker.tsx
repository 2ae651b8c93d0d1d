import { Button, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import {
  type ChangeEvent,
  type DragEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import classes from './image-picker.module.css';

type Picked = File | 'current' | null;

interface Props {
  label: string;
  /** The accepted files, in words. */
  hint: string;
  /** The accepted media types, for the file dialog. */
  types: readonly string[];
  /** A new picture, the current one, or none. */
  value: Picked;
  /** Address of the current picture; null without one. */
  currentUrl: string | null;
  onChange: (value: Picked) => void;
  /** The validation message for a file, or null if it is accepted. */
  validate: (file: File) => string | null;
  /** The message for a file that cannot be decoded as a picture. */
  unreadable: string;
  /** Another source of a picture. */
  other?: ((accept: (file: File) => void) => ReactNode) | undefined;
}

/** Selects one picture, with a preview. A rejected file clears the field; the current picture stays unless it is removed. */
export function ImagePicker({
  label,
  hint,
  types,
  value,
  currentUrl,
  onChange,
  validate,
  unreadable,
  other,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const isCurrent = value === 'current';

  function update(next: Picked, message: string | null = null) {
    setError(message);
    onChange(next);
  }
  const reject = (message: string) => update(currentUrl === null ? null : 'current', message);

  function accept(file: File) {
    const message = validate(file);
    if (message === null) update(file);
    else reject(message);
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
        describedBy={`${id}-hint ${id}-error`}
        types={types}
        isInvalid={error !== null}
        action={value === null ? 'Elige una imagen' : 'Cambiar la imagen'}
        preview={<Preview value={value} currentUrl={currentUrl} onUnreadable={() => reject(unreadable)} />}
        input={input}
        onFile={accept}
        other={other?.(accept)}
      />
      <p id={`${id}-error`} role="alert" className={classes.error}>
        {error}
      </p>
      <VisuallyHidden role="status">
        {value instanceof File && `Imagen elegida: ${value.name}`}
      </VisuallyHidden>
      <div className={`bar ${classes.foot}`}>
        <p id={`${id}-hint`} className={classes.hint}>
          {value instanceof File ? `${value.name} · ${sizeText(value.size)}` : hint}
        </p>
        {value !== null && (
          <Button variant="subtle" color="clay" size="sm" onClick={() => press(null)}>
            Quitar la imagen
          </Button>
        )}
        {currentUrl !== null && !isCurrent && (
          <Button variant="subtle" size="sm" onClick={() => press('current')}>
            Volver a la imagen anterior
          </Button>
        )}
      </div>
    </div>
  );
}

function Preview({
  value,
  currentUrl,
  onUnreadable,
}: Pick<Props, 'value' | 'currentUrl'> & { onUnreadable: () => void }) {
  const file = value instanceof File ? value : null;
  const url = useFileUrl(file);
  if (value === 'current' && currentUrl !== null) {
    return <img src={currentUrl} alt="Imagen actual" className={classes.preview} />;
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

interface ImagePickerSourceProps {
  /** Ids of the labelling and describing elements. */
  labelId: string;
  describedBy: string;
  /** Which files the dialog offers. */
  types: readonly string[];
  isInvalid: boolean;
  /** The label of the button. */
  action: string;
  /** The selected picture. */
  preview: ReactNode;
  input: Ref<HTMLInputElement>;
  onFile: (file: File) => void;
  other: ReactNode;
}

/** Selects a picture by file dialog, drag and drop or, on a phone, the camera. */
function ImagePickerSource({ types, onFile, other, ...area }: ImagePickerSourceProps) {
  const accept = types.join(',');
  return (
    <div className={classes.sources}>
      <DropArea {...area} accept={accept} onFile={onFile} />
      <label className={classes.camera}>
        <IconCamera size={22} aria-hidden />
        Tomar una foto
        <input
          className={classes.input}
          type="file"
          accept={accept}
          capture="environment"
          onChange={event => selectFile(event, onFile)}
        />
      </label>
      {other}
    </div>
  );
}

type DropProps = Omit<ImagePickerSourceProps, 'types' | 'other'> & { accept: string };

function DropArea({ labelId, describedBy, accept, isInvalid, action, preview, input, onFile }: DropProps) {
  const [isOver, setOver] = useState(false);
  const actionId = `${labelId}-action`;

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  }

  return (
    <label
      className={classes.area}
      data-over={isOver || undefined}
      data-invalid={isInvalid || undefined}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={event => {
        // Ignores moves over the area's own content.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <input
        ref={input}
        className={classes.input}
        type="file"
        accept={accept}
        aria-labelledby={`${labelId} ${actionId}`}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        onChange={event => selectFile(event, onFile)}
      />
      {preview}
      <span className={`cluster soft ${classes.choice}`}>
        <IconPhotoPlus size={28} aria-hidden />
        <span id={actionId} className={`link ${classes.action}`}>
          {action}
        </span>
        <span className={classes.dropText}>o arrástrala o pégala aquí</span>
      </span>
    </label>
  );
}

function selectFile({ currentTarget }: ChangeEvent<HTMLInputElement>, onFile: (file: File) => void): void {
  const file = currentTarget.files?.[0];
  // Cleared so that the same file can be selected again.
  currentTarget.value = '';
  // A cancelled dialog changes nothing.
  if (file) onFile(file);
}

/** Passes on a file that is pasted anywhere on the page. Text pasted together with a file belongs to the focused field. */
function usePastedFile(onPaste: (file: File) => void): void {
  useWindowEvent('paste', event => {
    const file = event.clipboardData?.files[0];
    const hasText = event.clipboardData?.types.includes('text/plain') ?? false;
    if (file === undefined || (hasText && isTyping())) return;
    event.preventDefault();
    onPaste(file);
  });
}

const isTyping = () => document.activeElement?.matches('input, textarea') ?? false;
