import { Button } from '@mantine/core';
import type { Profile } from '@minga/contract/profile';
import { useRef } from 'react';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { useCancelEmailChange } from '../../api/cancel-email-change.ts';
import { EmailChangeDialog } from './email-change-dialog.tsx';
import classes from './email-section.module.css';
import { PendingEmail } from './pending-email.tsx';
import { ProfileSection } from './profile-section.tsx';
import { useAccountOutcome } from './use-account-outcome.ts';

/** The sign-in address and the pending one. */
export function EmailSection({ user, pendingEmail }: Pick<Profile, 'user' | 'pendingEmail'>) {
  const dialog = useLazyDialog();
  const cancel = useCancelEmailChange();
  const outcome = useAccountOutcome();
  const heading = useRef<HTMLHeadingElement>(null);

  // The pending state has other buttons, so the focused one is unmounted when the state changes.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });

  function handleSent(message: string) {
    dialog.close();
    focusHeading();
    outcome.showSuccess(message);
  }

  function cancelChange() {
    outcome.clear();
    cancel.mutate(undefined, {
      onSuccess: () => {
        focusHeading();
        outcome.showSuccess('Cancelamos el cambio de correo');
      },
      onError: error => outcome.showError(error, 'Error al cancelar el cambio de correo'),
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
          onResend={dialog.open}
          onCancel={cancelChange}
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
          onSent={handleSent}
        />
      )}
    </ProfileSection>
  );
}
