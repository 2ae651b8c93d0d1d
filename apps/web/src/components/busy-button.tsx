import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** What it does is on its way: another press, or Enter in its form, does nothing. */
  isBusy: boolean;
  /** Its text meanwhile. */
  busyLabel: ReactNode;
}

/**
 * A button that keeps the focus while it works. A disabled one would drop it, and who uses the keyboard would start
 * again at the top of the page. Enter in a form is a click on its submit button, so refusing that one refuses both.
 */
export function BusyButton({ isBusy, busyLabel, onClick, children, ...button }: Props) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <Button {...button} onClick={press} aria-disabled={isBusy || undefined} data-disabled={isBusy}>
      {isBusy ? busyLabel : children}
    </Button>
  );
}
