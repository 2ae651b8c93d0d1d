import { Modal, Stack, TextInput } from '@mantine/core';
import { emailChange } from '@minga/contract/profile';
import type * as z from 'zod/mini';
import { DialogButtons } from '../../../../components/dialog-buttons.tsx';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { PasswordField } from '../../../../components/form/password-field.tsx';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useRequestEmailChange } from '../../api/request-email-change.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

interface Props {
  isOpen: boolean;
  /** The pending address, prefilled to request its link again; empty if there is none. */
  proposed: string;
  onClose: () => void;
  /** Called with the server's message. */
  onSent: (message: string) => void;
}

export const EmailChangeDialog = ({ isOpen, ...form }: Props) => (
  <Modal opened={isOpen} onClose={form.onClose} closeOnClickOutside={false} title="Cambiar el correo">
    <EmailChangeForm {...form} />
  </Modal>
);

/** Mounted only while the dialog is open, so that each opening starts empty. */
function EmailChangeForm({ proposed, onClose, onSent }: Omit<Props, 'isOpen'>) {
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
        <p style={{ margin: 0 }}>
          Te enviaremos un enlace a la dirección nueva. Nada cambia hasta que lo abras y confirmes.
        </p>
        <TextInput
          label="Correo nuevo"
          type="email"
          inputMode="email"
          autoComplete="email"
          data-autofocus
          {...fieldProps(form, 'email')}
        />
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
