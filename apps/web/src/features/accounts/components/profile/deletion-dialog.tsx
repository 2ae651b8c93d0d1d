import { Modal, Stack, TextInput } from '@mantine/core';
import { accountDeletion, DELETION_WORD } from '@minga/contract/profile';
import type * as z from 'zod/mini';
import { DialogButtons } from '../../../../components/dialog-buttons.tsx';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { PasswordField } from '../../../../components/form/password-field.tsx';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useDeleteAccount } from '../../api/delete-account.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

interface Props {
  /** The account's address, for password managers. */
  email: string;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export const DeletionDialog = ({ isOpen, ...form }: Props) => (
  <Modal opened={isOpen} onClose={form.onClose} title="¿Eliminar tu cuenta?">
    <DeletionForm {...form} />
  </Modal>
);

/** Requires a typed word and the password, which guards against a deletion by accident. */
function DeletionForm({ email, onClose, onDeleted }: Omit<Props, 'isOpen'>) {
  const deletion = useDeleteAccount();
  const form = useSchemaForm(accountDeletion, { password: '' });
  const outcome = useAccountOutcome();

  // Awaited instead of using mutate callbacks, which React Query skips once the dialog is unmounted.
  async function send(values: z.output<typeof accountDeletion>) {
    outcome.clear();
    try {
      await deletion.mutateAsync(values);
      onDeleted();
    } catch (error) {
      outcome.showError(error, 'Error al eliminar la cuenta', message =>
        form.setError('password', { message }, { shouldFocus: true }),
      );
    }
  }

  return (
    <form onSubmit={form.handleSubmit(send)} noValidate aria-label="Eliminar la cuenta">
      <Stack gap="md">
        <p style={{ margin: 0 }}>
          Tu cuenta y tus actividades se eliminan en este momento, y nadie las puede recuperar.
        </p>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextInput
          label={`Escribe ${DELETION_WORD} para confirmar`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          {...fieldProps(form, 'confirmation')}
          // Phone keyboards tend to append a space, and not all of them start with capitals.
          {...form.register('confirmation', { setValueAs: (typed?: string) => typed?.trim().toUpperCase() })}
        />
        <PasswordField
          label="Contraseña actual"
          autoComplete="current-password"
          {...fieldProps(form, 'password')}
        />
        <OutcomeMessages outcome={outcome} />
        <DialogButtons onCancel={onClose} color="clay" isBusy={deletion.isPending} busyLabel="Eliminando…">
          Eliminar para siempre
        </DialogButtons>
      </Stack>
    </form>
  );
}
