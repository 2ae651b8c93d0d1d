import { BusyButton } from '../../../components/busy-button.tsx';
import classes from './tab-error.module.css';

interface Props {
  /** The content that failed to load; the banner shows the reason. */
  text: string;
  isBusy: boolean;
  retry: () => void;
}

/** Shown in place of content that failed to load. */
export const TabError = ({ text, isBusy, retry }: Props) => (
  <div className={classes.error}>
    <p className={classes.text}>{text}</p>
    <BusyButton variant="default" onClick={retry} isBusy={isBusy} busyLabel="Intentando…">
      Intentar de nuevo
    </BusyButton>
  </div>
);
