import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { notice } from '../shell/slots.ts';
import classes from './app-notice.module.css';

interface Props {
  children: ReactNode;
  /** What can be done about it. */
  action?: { label: string; onPress: () => void };
  /** Takes the notice away, and then does this. */
  refusal: { label: string; onPress?: () => void };
}

/** A line below the bar about the app itself. */
export function AppNotice({ children, action, refusal }: Props) {
  const [isPressed, setPressed] = useState(false);

  function refuse() {
    notice.fill(null);
    // The button that had the focus is gone.
    document.getElementById('contenido')?.focus({ preventScroll: true });
    refusal.onPress?.();
  }

  return (
    <div className={classes.notice}>
      <p className={classes.text}>{children}</p>
      <div className={classes.buttons}>
        {action && (
          <Button
            loading={isPressed}
            onClick={() => {
              setPressed(true);
              action.onPress();
            }}
          >
            {action.label}
          </Button>
        )}
        <Button variant="subtle" onClick={refuse}>
          {refusal.label}
        </Button>
      </div>
    </div>
  );
}
