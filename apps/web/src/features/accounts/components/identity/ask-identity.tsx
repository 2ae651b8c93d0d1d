import type { Slot } from '../../../../lib/slot.ts';
import { IdentityDialog } from './identity-dialog.tsx';

let asked: Promise<boolean> | null = null;

/** Shows the dialog in `slot`; true once the user has confirmed. Concurrent calls share one dialog. */
export function askIdentity(slot: Slot): Promise<boolean> {
  asked ??= new Promise<boolean>(resolve => {
    const opener = document.activeElement;
    slot.fill(
      <IdentityDialog
        onDone={isConfirmed => {
          asked = null;
          slot.fill(null);
          // The dialog is gone at once, so that Mantine does not restore the focus.
          if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
          resolve(isConfirmed);
        }}
      />,
    );
  });
  return asked;
}
