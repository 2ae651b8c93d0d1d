import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** While true, another press, or Enter in the form, does nothing. */
  isBusy: boolean;
  /** The label while busy. */
  busyLabel: ReactNode;
}

/**
 * A button that stays focused while it is busy. A disabled button would drop it, and keyboard users would start
 * again at the top of the page. Enter in a form clicks its submit button, so ignoring the click covers both.
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
