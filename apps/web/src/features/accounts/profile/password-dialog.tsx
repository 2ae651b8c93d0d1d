import { Modal, Stack } from '@mantine/core';
import { ADMIN_PASSWORD_RULE, PASSWORDS_DIFFER, REPEAT_PASSWORD } from '@minga/contract/accounts';
import { passwordChange } from '@minga/contract/profile';
import type { User } from '@minga/contract/session';
import * as z from 'zod/mini';
import { DialogButtons } from '../../../components/dialog/dialog-buttons.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { NewPasswordField } from '../../../components/form/new-password-field.tsx';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { OutcomeMessages } from '../../../components/page/outcome-messages.tsx';
import { useChangePassword } from '../password-api.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

const repeatedPasswordChange = z
  .extend(passwordChange, { repeated: z.string().check(z.minLength(1, REPEAT_PASSWORD)) })
  .check(
    z.refine(({ newPassword, repeated }) => repeated === newPassword, {
      path: ['repeated'],
      error: PASSWORDS_DIFFER,
    }),
  );

interface Props {
  user: User;
  isOpen: boolean;
  onClose: () => void;
  /** Called with the server's message. */
  onChanged: (message: string) => void;
}

export const PasswordDialog = ({ isOpen, ...form }: Props) => (
  <Modal opened={isOpen} onClose={form.onClose} closeOnClickOutside={false} title="Cambiar la contraseña">
    <PasswordForm {...form} />
  </Modal>
);

/** Mounted only while the dialog is open, so that no password stays in memory afterwards. */
function PasswordForm({ user, onClose, onChanged }: Omit<Props, 'isOpen'>) {
  const change = useChangePassword();
  const form = useSchemaForm(repeatedPasswordChange, { currentPassword: '', newPassword: '', repeated: '' });
  const outcome = useAccountOutcome();

  // Awaited instead of using mutate callbacks, which React Query skips once the dialog is unmounted.
  async function send({ currentPassword, newPassword }: z.output<typeof repeatedPasswordChange>) {
    outcome.clear();
    try {
      onChanged((await change.mutateAsync({ currentPassword, newPassword })).message);
    } catch (error) {
      outcome.showError(error, 'Error al cambiar la contraseña', message =>
        form.setError('currentPassword', { message }, { shouldFocus: true }),
      );
    }
  }

  return (
    <form onSubmit={form.handleSubmit(send)} noValidate aria-label="Cambiar la contraseña">
      <Stack gap="md">
        {/* Identifies the account to password managers. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Contraseña actual"
          autoComplete="current-password"
          data-autofocus
          {...fieldProps(form, 'currentPassword')}
        />
        <NewPasswordField
          label="Nueva contraseña"
          description={user.role === 'user' ? undefined : ADMIN_PASSWORD_RULE}
          userInputs={[user.username, user.email, user.phone]}
          {...fieldProps(form, 'newPassword')}
        />
        <PasswordField
          label="Repite la nueva contraseña"
          autoComplete="new-password"
          {...fieldProps(form, 'repeated')}
        />
        <OutcomeMessages outcome={outcome} />
        <DialogButtons onCancel={onClose} isBusy={change.isPending} busyLabel="Cambiando…">
          Cambiar la contraseña
        </DialogButtons>
      </Stack>
    </form>
  );
}
