import { Checkbox, Modal, Stack } from '@mantine/core';
import { ADMIN_PASSWORD_MIN, ADMIN_PASSWORD_RULE } from '@minga/contract/accounts';
import type { Account } from '@minga/contract/administration/account';
import { type AdminEdit, adminEdit } from '@minga/contract/administration/admins';
import { useState } from 'react';
import * as z from 'zod/mini';
import { fieldProps } from '../../../components/form/field-props.ts';
import { NewPasswordField } from '../../../components/form/new-password-field.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { ApiError } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { AccountFields, EditButtons } from '../account-fields.tsx';
import { DialogErrorBanner } from '../errors.tsx';
import { oneAdmin, useUpdateAdmin } from '../people-api.ts';
import type { RowActions } from '../row-actions.ts';
import { useFreshAccount } from '../use-collective-actions.ts';
import classes from './superadmin.module.css';

const FALLBACK = 'Error al actualizar administrador';

/** A blank password leaves the account's password unchanged. */
const form = z.extend(adminEdit, {
  password: z.pipe(
    z.transform((typed: string) => (typed.trim() === '' ? undefined : typed)),
    adminEdit.shape.password,
  ),
});

interface Props {
  admin: Account;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

export const EditAdminDialog = ({ isOpen, ...props }: Props) => (
  <Modal opened={isOpen} onClose={props.onClose} closeOnClickOutside={false} title="Editar Administrador">
    <DialogErrorBanner />
    <FreshForm {...props} />
  </Modal>
);

function FreshForm({ admin: { _id: id }, onClose, actions }: Omit<Props, 'isOpen'>) {
  const admin = useFreshAccount(oneAdmin(id), 'Error al obtener administradores', onClose);
  if (admin === undefined) return <LoadingStatus text="Cargando administrador..." />;
  return <EditAdminForm admin={admin} onClose={onClose} actions={actions} />;
}

/** Mounted only while the dialog is open, so that each opening starts empty and no password stays in memory. */
function EditAdminForm({ admin, onClose, actions }: Omit<Props, 'isOpen'>) {
  const { _id: id, username, email } = admin;
  const update = useUpdateAdmin(id);
  const [changesPassword, setChangesPassword] = useState(false);
  const fields = useSchemaForm(form, { username, email, password: '' });

  function handleError(error: unknown) {
    const status = error instanceof ApiError ? error.status : 0;
    // The account was deleted, so nothing can be saved.
    if (status === 404) onClose();
    if (status === 409)
      fields.setError('email', { message: errorText(error, FALLBACK) }, { shouldFocus: true });
  }

  const send = (edit: AdminEdit) =>
    actions.run({
      id,
      call: () => update.mutateAsync(edit),
      success: 'Administrador actualizado correctamente',
      fallback: FALLBACK,
      clearsItself: true,
      onDone: onClose,
      onFailed: handleError,
    });

  function switchPassword(isWanted: boolean) {
    setChangesPassword(isWanted);
    fields.resetField('password');
  }

  return (
    <form noValidate onSubmit={fields.handleSubmit(send)} aria-label="Editar Administrador">
      <Stack gap="md">
        <AccountFields
          hasFocus
          username={fieldProps(fields, 'username')}
          email={{ label: 'Correo electrónico', ...fieldProps(fields, 'email') }}
        />
        <Checkbox
          size="md"
          label="Cambiar contraseña"
          classNames={{ body: classes.body ?? '', label: classes.label ?? '' }}
          checked={changesPassword}
          onChange={event => switchPassword(event.currentTarget.checked)}
        />
        {changesPassword && (
          <NewPasswordField
            label="Nueva Contraseña"
            placeholder={`Mínimo ${ADMIN_PASSWORD_MIN} caracteres`}
            description={`${ADMIN_PASSWORD_RULE} Si la dejas en blanco, no cambia. Con una nueva se cierran las sesiones de esta cuenta.`}
            userInputs={fields.watch(['username', 'email'])}
            {...fieldProps(fields, 'password')}
          />
        )}
        <EditButtons isBusy={update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
