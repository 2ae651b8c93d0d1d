import type { ReactNode } from 'react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import classes from './row-button.module.css';

interface Props {
  icon: ReactNode;
  /** What it does; on the screen, too. */
  children: string;
  /** What it does it to: read out with it, since each row has such a button. */
  about: string;
  tone?: 'plain' | 'forest' | 'clay';
  /** Something is being done with its row: it keeps the focus, and a press does nothing. */
  isBusy: boolean;
  onClick: () => void;
}

/** A button in a row of a table. */
export const RowButton = ({ icon, children, about, tone = 'plain', isBusy, onClick }: Props) => (
  <BusyButton
    size="sm"
    variant="default"
    isBusy={isBusy}
    busyLabel={children}
    aria-label={`${children}: ${about}`}
    leftSection={icon}
    className={classes[tone] ?? ''}
    // The second half of a double click would press what the row has become by the first.
    onClick={({ detail }) => detail < 2 && onClick()}
  >
    {children}
  </BusyButton>
);
