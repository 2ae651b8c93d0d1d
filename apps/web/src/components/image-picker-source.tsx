import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, type ReactNode, type Ref, useState } from 'react';
import classes from './image-picker.module.css';

interface Props {
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
}

/** Selects a picture by file dialog, drag and drop or, on a phone, the camera. */
export function ImagePickerSource({ types, onFile, ...area }: Props) {
  const accept = types.join(',');
  return (
    <>
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
    </>
  );
}

type DropProps = Omit<Props, 'types'> & { accept: string };

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
      <span className={classes.choice}>
        <IconPhotoPlus size={28} aria-hidden />
        <span id={actionId} className={classes.action}>
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
