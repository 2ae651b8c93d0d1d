import { Stack, TextInput } from '@mantine/core';
import type { Account } from '@minga/contract/administration/account';
import {
  changeUserStatus,
  deleteUser,
  getUser,
  listUsers,
  type UserEdit,
  updateUser,
  userEdit,
} from '@minga/contract/administration/users';
import { IconPencil, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { EmailText } from '../../../components/email-text.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { dayDate } from '../../../lib/dates/dates.ts';
import { ignoreNotFound } from '../../../lib/errors/ignore-not-found.ts';
import { call } from '../../../lib/server/api.ts';
import { query } from '../../../lib/server/queries.ts';
import { AccountDialog, type AccountFormProps, SaveButtons, saveAccount } from '../account-dialog.tsx';
import { AccountFields } from '../account-fields.tsx';
import { confirmDeletion } from '../confirm-deletion.tsx';
import { SearchPanel } from '../filters.tsx';
import classes from '../panel.module.css';
import { type ListDescription, ListLink, PanelList } from '../panel-list.tsx';
import { StatusTag } from '../panel-table.tsx';
import { type RowAction, type RowDialogProps, useRowActions } from '../row-actions.tsx';
import { type TabProps, userFilters } from '../search.ts';

/** 'Usuarios' (docs/rules.md R6.8): all accounts, with actions to activate, deactivate, edit and delete them. */
export const UsersTab = (tab: TabProps) => <PanelList of={usersList} tab={tab} actions={useRowActions()} />;

const ROLES = [
  { value: '', label: 'Todos' },
  { value: 'user', label: 'Usuarios' },
  { value: 'admin', label: 'Administradores' },
];
const STATUSES = [
  { value: '', label: 'Todos' },
  { value: 'active', label: 'Activos' },
  { value: 'inactive', label: 'Inactivos' },
];

const usersList: ListDescription<typeof listUsers> = {
  endpoint: listUsers,
  filtersIn: userFilters,
  filterPanel: tab => (
    <SearchPanel
      {...tab}
      placeholder="Nombre o correo"
      selections={[
        { label: 'Rol', name: 'rol', options: ROLES },
        { label: 'Estado', name: 'estado', options: STATUSES },
      ]}
    />
  ),
  nouns: ['usuario', 'usuarios'],
  empty: {
    drawing: 'people',
    text: 'Aquí verás quiénes se registren.',
    filtered: 'Prueba con otras palabras, o con otro rol o estado.',
  },
  idOf: ({ _id }) => _id,
  columns: [
    {
      name: 'Usuario',
      width: 'minmax(0, 1fr)',
      label: '',
      cell: ({ _id, username, email, createdAt }) => (
        <>
          <bdi className="strong">{username}</bdi>
          <span className={classes.detail}>{`Desde el ${dayDate(createdAt)}`}</span>
          <div className={classes.links}>
            {/* By the e-mail, because several people can have one name. */}
            <ListLink search={{ tab: 'actividades', q: email }} about={username}>
              Ver lo que publicó
            </ListLink>
            <ListLink search={{ tab: 'asistencias', usuario: _id }} about={username}>
              Ver asistencias
            </ListLink>
          </div>
        </>
      ),
    },
    {
      name: 'Correo',
      width: 'minmax(0, 1.1fr)',
      cell: ({ email }) => (
        <span>
          <EmailText email={email} />
        </span>
      ),
    },
    {
      name: 'Rol',
      width: '7.5rem',
      cell: ({ role }) => (role === 'admin' ? 'Administrador' : 'Usuario'),
    },
    {
      name: 'Estado',
      width: '5.25rem',
      cell: ({ isActive }) => (
        <StatusTag tone={isActive ? 'forest' : 'plain'}>{isActive ? 'Activo' : 'Inactivo'}</StatusTag>
      ),
    },
  ],
  buttons: {
    width: '23.25rem',
    about: ({ username }) => username,
    of: user => (user.role === 'user' ? buttonsOf(user) : []),
    none: 'Lo gestiona la superadministración',
  },
};

const STATUS_FAILED = 'Error al cambiar estado del usuario';

function buttonsOf(user: Account): RowAction[] {
  const { _id: id, username, email, isActive } = user;
  const setActive = (body: { isActive: boolean }) => call(changeUserStatus, { params: { id }, body });
  return [
    {
      key: 'status',
      label: isActive ? 'Desactivar' : 'Activar',
      icon: isActive ? IconUserOff : IconUserCheck,
      run: {
        call: () => setActive({ isActive: !isActive }),
        success: isActive ? 'Usuario desactivado' : 'Usuario activado',
        fallback: STATUS_FAILED,
        clearsItself: true,
        ...(isActive && {
          undo: {
            call: () => setActive({ isActive: true }),
            success: 'Usuario activado de nuevo',
            fallback: STATUS_FAILED,
          },
        }),
      },
    },
    { label: 'Editar', icon: IconPencil, dialog: props => <EditUserDialog {...props} user={user} /> },
    {
      label: 'Eliminar',
      icon: IconTrash,
      tone: 'clay',
      dialog: confirmDeletion({
        id,
        title: '¿Estás seguro de eliminar este usuario?',
        subject: username,
        detail: email,
        consequences:
          'Sus actividades se eliminan para siempre, con sus imágenes, asistencias y recordatorios. Donde iba a asistir queda como «Usuario eliminado». Esta acción no se puede deshacer.',
        // A 404 counts as success.
        call: () => ignoreNotFound(call(deleteUser, { params: { id } })),
        success: 'Usuario eliminado',
        fallback: 'Error al eliminar usuario',
        clearsItself: true,
      }),
    },
  ];
}

const EditUserDialog = ({ user, ...dialog }: RowDialogProps & { user: Account }) => (
  <AccountDialog
    {...dialog}
    title="Editar usuario"
    // Rejects with a 403 for an admin's account.
    query={query(getUser, { params: { id: user._id } })}
    fallback="Error al obtener detalles del usuario"
    loadingText="Cargando usuario..."
    form={EditUserForm}
  />
);

function EditUserForm({ account: { _id: id, username, email, phone }, actions, onClose }: AccountFormProps) {
  const form = useSchemaForm(userEdit, { username, email, phone });

  const send = (body: UserEdit) =>
    saveAccount(actions, {
      id,
      call: () => call(updateUser, { params: { id }, body }),
      success: 'Usuario actualizado',
      fallback: 'Error al actualizar usuario',
      onDone: onClose,
      // The account was deleted or became an admin's, so nothing can be saved.
      lostWith: [403, 404],
      onTaken: message => form.setError('email', { message }, { shouldFocus: true }),
    });

  return (
    <form noValidate onSubmit={form.handleSubmit(send)}>
      <Stack gap="md">
        <AccountFields
          hasFocus
          form={form}
          typedEmail={form.watch('email')}
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
        <SaveButtons isBusy={actions.isBusy(id)} onCancel={onClose} />
      </Stack>
    </form>
  );
}
