import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from '../shell/shell.module.css';
import { notice } from '../shell/slots.ts';

interface Props {
  children: ReactNode;
  action?: { label: string; onPress: () => void };
  /** Closes the notice, then calls `onPress`. */
  dismissal: { label: string; onPress?: () => void };
}

/** A notice below the bar about the app itself. */
export function AppNotice({ children, action, dismissal }: Props) {
  const [isPressed, setPressed] = useState(false);

  function dismiss() {
    notice.fill(null);
    // The focused button has been removed.
    document.getElementById('contenido')?.focus({ preventScroll: true });
    dismissal.onPress?.();
  }

  return (
    <div className={`cluster ${classes.notice}`}>
      <p className={classes.text}>{children}</p>
      <div className={`cluster ${classes.buttons}`}>
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
        <Button variant="subtle" onClick={dismiss}>
          {dismissal.label}
        </Button>
      </div>
    </div>
  );
}
