import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { EMAIL_CHANGE_HOURS, emailChange, type Profile } from '@minga/contract/profile';
import { useRef } from 'react';
import type * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { DialogButtons } from '../../../components/dialog/dialog-buttons.tsx';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { WithEmailSuggestion } from '../../../components/form/email-suggestion.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { OutcomeMessages } from '../../../components/page/outcome-messages.tsx';
import { siteName } from '../../../lib/site-name.ts';
import { useCancelEmailChange, useRequestEmailChange } from '../profile-api.ts';
import classes from './profile.module.css';
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
    <ProfileSection
      id="correo"
      lead={`Con él entras a ${siteName}, y ahí te escribimos.`}
      headingRef={heading}
    >
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

interface Props {
  email: string;
  currentEmail: string;
  isBeingCancelled: boolean;
  onResend: () => void;
  onCancel: () => void;
}

/** An unconfirmed change of address, with buttons to resend the link and to cancel the change. */
const PendingEmail = ({ email, currentEmail, isBeingCancelled, onResend, onCancel }: Props) => (
  <div className={classes.pending}>
    <p className={classes.pendingTitle}>{`Falta confirmar ${email}`}</p>
    <p>{`Abre el enlace que enviamos a esa dirección: sirve por ${EMAIL_CHANGE_HOURS} horas. Mientras tanto nada cambia, y sigues entrando con ${currentEmail}.`}</p>
    <Group gap="sm">
      <Button variant="default" onClick={onResend}>
        Enviar otro enlace
      </Button>
      <BusyButton variant="default" onClick={onCancel} isBusy={isBeingCancelled} busyLabel="Cancelando…">
        Cancelar el cambio
      </BusyButton>
    </Group>
  </div>
);

interface EmailChangeDialogProps {
  isOpen: boolean;
  /** The pending address, prefilled to request its link again; empty if there is none. */
  proposed: string;
  onClose: () => void;
  /** Called with the server's message. */
  onSent: (message: string) => void;
}

const EmailChangeDialog = ({ isOpen, ...form }: EmailChangeDialogProps) => (
  <Modal opened={isOpen} onClose={form.onClose} closeOnClickOutside={false} title="Cambiar el correo">
    <EmailChangeForm {...form} />
  </Modal>
);

/** Mounted only while the dialog is open, so that each opening starts empty. */
function EmailChangeForm({ proposed, onClose, onSent }: Omit<EmailChangeDialogProps, 'isOpen'>) {
  const request = useRequestEmailChange();
  const form = useSchemaForm(emailChange, { email: proposed, password: '' });
  const outcome = useAccountOutcome();

  // Awaited instead of using mutate callbacks, which React Query skips once the dialog is unmounted.
  async function send(values: z.output<typeof emailChange>) {
    outcome.clear();
    try {
      onSent((await request.mutateAsync(values)).message);
    } catch (error) {
      outcome.showError(error, 'Error al pedir el cambio de correo', message =>
        form.setError('password', { message }, { shouldFocus: true }),
      );
    }
  }

  return (
    <form onSubmit={form.handleSubmit(send)} noValidate aria-label="Cambiar el correo">
      <Stack gap="md">
        <p>Te enviaremos un enlace a la dirección nueva. Nada cambia hasta que lo abras y confirmes.</p>
        <WithEmailSuggestion form={form} email={form.watch('email')}>
          <TextInput
            label="Correo nuevo"
            type="email"
            inputMode="email"
            autoComplete="email"
            data-autofocus
            {...fieldProps(form, 'email')}
          />
        </WithEmailSuggestion>
        <PasswordField
          label="Contraseña actual"
          autoComplete="current-password"
          {...fieldProps(form, 'password')}
        />
        <OutcomeMessages outcome={outcome} />
        <DialogButtons onCancel={onClose} isBusy={request.isPending} busyLabel="Enviando…">
          Enviar el enlace
        </DialogButtons>
      </Stack>
    </form>
  );
}
