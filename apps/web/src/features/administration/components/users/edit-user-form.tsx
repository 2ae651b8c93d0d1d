import { Stack, TextInput } from '@mantine/core';
import type { Account } from '@minga/contract/administration/account';
import { type UserEdit, userEdit } from '@minga/contract/administration/users';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { ApiError } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/error-sentences.ts';
import { useUpdateUser } from '../../api/update-user.ts';
import type { RowActions } from '../../use-row-actions.ts';
import { AccountFields } from '../account-fields.tsx';
import { EditButtons } from '../edit-buttons.tsx';

interface Props {
  user: Account;
  onClose: () => void;
  actions: RowActions;
}

const FALLBACK = 'Error al actualizar usuario';

export function EditUserForm({ user: { _id: id, username, email, phone }, onClose, actions }: Props) {
  const update = useUpdateUser();
  const form = useSchemaForm(userEdit, { username, email, phone });

  // The banner shows the error as well.
  function handleError(error: unknown) {
    const status = error instanceof ApiError ? error.status : 0;
    // The account was deleted or became an admin's, so nothing can be saved.
    if (status === 403 || status === 404) onClose();
    if (status === 409)
      form.setError('email', { message: errorText(error, FALLBACK) }, { shouldFocus: true });
  }

  function send(fields: UserEdit) {
    return actions.run({
      id,
      call: () => update.mutateAsync({ id, fields }),
      success: 'Usuario actualizado',
      fallback: FALLBACK,
      clearsItself: true,
      onDone: onClose,
      onFailed: handleError,
    });
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(send)}>
      <Stack gap="md">
        <AccountFields
          hasFocus
          username={fieldProps(form, 'username')}
          email={{
            label: 'Correo electrónico',
            description: 'Si lo cambias, le avisamos a su correo de antes y al nuevo.',
            ...fieldProps(form, 'email'),
          }}
        />
        <TextInput
          label="Teléfono"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...fieldProps(form, 'phone')}
        />
        <EditButtons isBusy={update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
