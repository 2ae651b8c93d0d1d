import { Checkbox, Stack } from '@mantine/core';
import { ADMIN_PASSWORD_MIN, ADMIN_PASSWORD_RULE } from '@minga/contract/accounts';
import type { Account } from '@minga/contract/administration/account';
import { type AdminEdit, adminEdit, listAdmins, updateAdmin } from '@minga/contract/administration/admins';
import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { fieldProps } from '../../../components/form/field-props.ts';
import { NewPasswordField } from '../../../components/form/new-password-field.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ApiError, call, callList } from '../../../lib/server/api.ts';
import { fetchAllRows } from '../../../lib/server/fetch-all-rows.ts';
import { keyOf } from '../../../lib/server/queries.ts';
import { AccountDialog, type AccountFormProps, SaveButtons, saveAccount } from '../account-dialog.tsx';
import { AccountFields } from '../account-fields.tsx';
import type { RowDialogProps } from '../row-actions.tsx';
import classes from '../tabs.module.css';

/** A blank password leaves the account's password unchanged. */
const form = z.extend(adminEdit, {
  password: z.pipe(
    z.transform((typed: string) => (typed.trim() === '' ? undefined : typed)),
    adminEdit.shape.password,
  ),
});

/** One current or former admin, from the refetched list. Rejects with a 404 if the account was deleted. */
const oneAdmin = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(listAdmins), 'one', id],
    queryFn: async ({ signal }): Promise<Account> => {
      const admins = await fetchAllRows(query => callList(listAdmins, { query, signal }));
      const admin = admins.find(({ _id }) => _id === id);
      if (admin === undefined)
        throw new ApiError(404, 'NOT_FOUND', ['Esa cuenta de administración no existe']);
      return admin;
    },
  });

export const EditAdminDialog = ({ admin, ...dialog }: RowDialogProps & { admin: Account }) => (
  <AccountDialog
    {...dialog}
    title="Editar Administrador"
    query={oneAdmin(admin._id)}
    fallback="Error al obtener administradores"
    loadingText="Cargando administrador..."
    form={EditAdminForm}
  />
);

function EditAdminForm({ account: { _id: id, username, email }, actions, onClose }: AccountFormProps) {
  const [changesPassword, setChangesPassword] = useState(false);
  const fields = useSchemaForm(form, { username, email, password: '' });

  const send = (body: AdminEdit) =>
    saveAccount(actions, {
      id,
      call: () => call(updateAdmin, { params: { id }, body }),
      success: 'Administrador actualizado correctamente',
      fallback: 'Error al actualizar administrador',
      onDone: onClose,
      // The account was deleted, so nothing can be saved.
      lostWith: [404],
      onTaken: message => fields.setError('email', { message }, { shouldFocus: true }),
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
          form={fields}
          typedEmail={fields.watch('email')}
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
        <SaveButtons isBusy={actions.isBusy(id)} onCancel={onClose} />
      </Stack>
    </form>
  );
}
