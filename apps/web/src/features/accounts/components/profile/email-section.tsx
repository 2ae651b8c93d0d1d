import { Button } from '@mantine/core';
import type { Profile } from '@minga/contract/profile';
import { useRef } from 'react';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { useCancelEmailChange } from '../../api/cancel-email-change.ts';
import { EmailChangeDialog } from './email-change-dialog.tsx';
import classes from './email-section.module.css';
import { OutcomeMessages } from './outcome-messages.tsx';
import { PendingEmail } from './pending-email.tsx';
import { ProfileSection } from './profile-section.tsx';
import { useOutcome } from './use-outcome.ts';

/** The address that one signs in with, and the one that is to take its place. */
export function EmailSection({ user, pendingEmail }: Pick<Profile, 'user' | 'pendingEmail'>) {
  const dialog = useLazyDialog();
  const cancel = useCancelEmailChange();
  const outcome = useOutcome();
  const heading = useRef<HTMLHeadingElement>(null);

  // Between the two states the buttons are others: the one that had the focus is gone.
  const keepFocus = () => heading.current?.focus({ preventScroll: true });

  function tellSent(message: string) {
    dialog.close();
    keepFocus();
    outcome.succeed(message);
  }

  function giveUp() {
    outcome.clear();
    cancel.mutate(undefined, {
      onSuccess: () => {
        keepFocus();
        outcome.succeed('Cancelamos el cambio de correo');
      },
      onError: error => outcome.fail(error, 'Error al cancelar el cambio de correo'),
    });
  }

  return (
    <ProfileSection id="correo" lead="Con él entras a Minga, y ahí te escribimos." headingRef={heading}>
      <p className={classes.current}>{user.email}</p>
      {pendingEmail !== null && (
        <PendingEmail
          email={pendingEmail}
          currentEmail={user.email}
          isBeingCancelled={cancel.isPending}
          onAskAgain={dialog.open}
          onCancel={giveUp}
        />
      )}
      <OutcomeMessages outcome={outcome} />
      {pendingEmail === null && (
        <div>
          <Button variant="default" onClick={dialog.open}>
            Cambiar el correo
          </Button>
        </div>
      )}
      {dialog.isMounted && (
        <EmailChangeDialog
          isOpen={dialog.isOpen}
          proposed={pendingEmail ?? ''}
          onClose={dialog.close}
          onSent={tellSent}
        />
      )}
    </ProfileSection>
  );
}
