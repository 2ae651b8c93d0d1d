import { useId } from 'react';
import { BusyButton } from './busy-button.tsx';
import classes from './upload-progress.module.css';

interface Props {
  /** How much of the file has left, from 0 to 1; at 1 the server is at work with it. */
  share: number;
  /** What is sent, with its article: 'la imagen'. */
  what: string;
  onCancel: () => void;
}

const CANCEL = 'Cancelar la subida';

/** How far an upload is. It can be called off until all has left: from then on nobody knows what the server has done. */
export function UploadProgress({ share, what, onCancel }: Props) {
  const id = useId();
  const isSent = share >= 1;
  const percent = Math.floor(share * 100);
  return (
    <div className={classes.upload}>
      <p id={id} className={classes.text}>
        {/* Announced as it begins and as it ends: screen readers tell the numbers of the bar in their own way. */}
        <span role="status">{isSent ? `Guardando ${what}…` : `Subiendo ${what}…`}</span>
        {!isSent && <span className={classes.percent}>{percent} %</span>}
      </p>
      <progress
        className={classes.bar}
        aria-labelledby={id}
        max={100}
        // Without a value the bar says that nobody knows how long it will still take.
        {...(!isSent && { value: percent, 'aria-valuetext': `${percent} %` })}
      />
      <BusyButton
        variant="default"
        // The second click of a double one on the button that stood here a moment ago is no wish to cancel.
        onClick={event => event.detail < 2 && onCancel()}
        isBusy={isSent}
        busyLabel={CANCEL}
      >
        {CANCEL}
      </BusyButton>
    </div>
  );
}
