import { BusyButton } from '../../../components/busy-button.tsx';
import classes from './tab-fault.module.css';

interface Props {
  /** What is missing; the banner says why. */
  text: string;
  isBusy: boolean;
  retry: () => void;
}

/** In the place of what did not come. */
export const TabFault = ({ text, isBusy, retry }: Props) => (
  <div className={classes.fault}>
    <p className={classes.text}>{text}</p>
    <BusyButton variant="default" onClick={retry} isBusy={isBusy} busyLabel="Intentando…">
      Intentar de nuevo
    </BusyButton>
  </div>
);
