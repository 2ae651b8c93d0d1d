import { useEffect, useId, useRef, useState } from 'react';
import { BusyButton } from '../busy-button.tsx';
import classes from './upload-progress.module.css';

interface Props {
  /** The sent share of the file, from 0 to 1; at 1 the server processes it. */
  share: number;
  /** What is uploaded, with its article: 'la imagen'. */
  what: string;
  onCancel: () => void;
}

const CANCEL = 'Cancelar la subida';

/** The progress of an upload. It can be cancelled until everything is sent: from then on the server's state is unknown. */
export function UploadProgress({ share, what, onCancel }: Props) {
  const id = useId();
  const isSent = share >= 1;
  const percent = Math.floor(share * 100);
  return (
    <div className={`stack card ${classes.upload}`}>
      <p id={id} className={classes.text}>
        {/* Announced at start and end: screen readers report the bar's numbers in their own way. */}
        <span role="status">{isSent ? `Guardando ${what}…` : `Subiendo ${what}…`}</span>
        {!isSent && <span className={classes.percent}>{`${percent} %`}</span>}
      </p>
      <progress
        className={classes.bar}
        aria-labelledby={id}
        max={100}
        // Without a value the bar is indeterminate.
        {...(!isSent && { value: percent, 'aria-valuetext': `${percent} %` })}
      />
      <BusyButton
        variant="default"
        // Ignores the second click of a double click on the button that was here before.
        onClick={event => event.detail < 2 && onCancel()}
        isBusy={isSent}
        busyLabel={CANCEL}
      >
        {CANCEL}
      </BusyButton>
    </div>
  );
}

/** The progress of a form's upload and its cancellation. Unmounting aborts the upload. */
export function useUpload() {
  const [progress, setProgress] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Returns the options of the API call. */
  function start(hasFile: boolean) {
    const started = new AbortController();
    controller.current = started;
    setProgress(hasFile ? 0 : null);
    return { signal: started.signal, onProgress: setProgress };
  }

  return {
    /** From 0 to 1; null while no file is being uploaded. */
    progress,
    start,
    end: () => setProgress(null),
    cancel: () => controller.current?.abort(),
    isCancelled: () => controller.current?.signal.aborted ?? false,
  };
}
