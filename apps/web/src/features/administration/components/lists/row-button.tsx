import type { ReactNode } from 'react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import classes from './row-button.module.css';

interface Props {
  icon: ReactNode;
  /** The visible label. */
  children: string;
  /** The row's subject, part of the accessible name because every row has this button. */
  about: string;
  tone?: 'plain' | 'forest' | 'clay';
  /** An action of the row is in progress: the button stays focusable and ignores presses. */
  isBusy: boolean;
  /** It decides nothing: it gets the focus when the row before it leaves (components/use-focus-recovery.ts). */
  isHarmless?: boolean;
  onClick: () => void;
}

/** A button in a row of a table. */
export const RowButton = ({
  icon,
  children,
  about,
  tone = 'plain',
  isBusy,
  isHarmless = false,
  onClick,
}: Props) => (
  <BusyButton
    size="sm"
    variant="default"
    isBusy={isBusy}
    busyLabel={children}
    aria-label={`${children}: ${about}`}
    leftSection={icon}
    className={classes[tone] ?? ''}
    data-harmless={isHarmless || undefined}
    // The second click of a double click would hit the button that the first one has changed.
    onClick={({ detail }) => detail < 2 && onClick()}
  >
    {children}
  </BusyButton>
);
