import { Modal, Stack, TextInput } from '@mantine/core';
import type { Account } from '@minga/contract/administration/account';
import { type UserEdit, userEdit } from '@minga/contract/administration/users';
import { IconPencil, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { ConfirmDialog, Consequences } from '../../../components/confirm-dialog.tsx';
import { EmailText } from '../../../components/email-text.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { useIntentDialog } from '../../../components/use-lazy-dialog.ts';
import { ApiError } from '../../../lib/api.ts';
import { dayDate } from '../../../lib/dates.ts';
import { counted } from '../../../lib/digits.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { AccountFields, EditButtons } from '../account-fields.tsx';
import { DialogErrorBanner } from '../errors.tsx';
import { ListLink, PanelList, RowButton, SearchPanel, StatusTag, usePanelList } from '../panel-list.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import { oneUser, useChangeUserStatus, useDeleteUser, userList, useUpdateUser } from '../people-api.ts';
import { type RowActions, useRowActions } from '../row-actions.ts';
import { hasFilters, type TabProps, userFilters } from '../search.ts';
import { useFreshAccount } from '../use-collective-actions.ts';
import classes from './lists.module.css';

/** 'Usuarios' (docs/rules.md R6.8): all accounts, with actions to activate, deactivate, edit and delete them. */
export function UsersTab(tab: TabProps) {
  const filters = userFilters(tab.search);
  const list = usePanelList({
    pageOf: page => userList(filters, page),
    tab,
    fallback: 'Error al obtener usuarios',
  });
  const actions = useRowActions();
  const changeStatus = useChangeUserStatus();
  const { intent, isOpen, openWith, close } = useIntentDialog<UserIntent>();

  const toggle = ({ _id: id, isActive }: Account) =>
    void actions.run({
      id,
      call: () => changeStatus.mutateAsync({ id, isActive: !isActive }),
      success: isActive ? 'Usuario desactivado' : 'Usuario activado',
      fallback: 'Error al cambiar estado del usuario',
      clearsItself: true,
      ...(isActive && {
        undo: {
          call: () => changeStatus.mutateAsync({ id, isActive: true }),
          success: 'Usuario activado de nuevo',
          fallback: 'Error al cambiar estado del usuario',
        },
      }),
    });

  return (
    <>
      <UserFilterPanel {...tab} />
      <PanelList
        list={list}
        countText={userCount}
        loadingText="Cargando usuarios..."
        errorText="No pudimos traer la lista de usuarios."
        empty={hasFilters(filters) ? nothingFound : nothing}
      >
        {(rows, headingId) => (
          <UserTable
            users={rows}
            labelledBy={headingId}
            isBusy={actions.isBusy}
            onToggle={toggle}
            onIntent={openWith}
          />
        )}
      </PanelList>
      {intent?.kind === 'edit' && (
        <EditUserDialog user={intent.user} isOpen={isOpen} onClose={close} actions={actions} />
      )}
      {intent?.kind === 'delete' && (
        <DeleteUserDialog user={intent.user} isOpen={isOpen} onClose={close} actions={actions} />
      )}
    </>
  );
}

const userCount = (count: number) => counted(count, 'usuario', 'usuarios');

const nothing = (
  <EmptyState drawing="people" order={3} title="No hay usuarios" text="Aquí verás quiénes se registren." />
);

const nothingFound = (
  <EmptyState
    drawing="search"
    order={3}
    title="No hay usuarios con estos filtros"
    text="Prueba con otras palabras, o con otro rol o estado."
  />
);

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

function UserFilterPanel(tab: TabProps) {
  const { role, status, search: words = '' } = userFilters(tab.search);
  return (
    <SearchPanel
      {...tab}
      words={words}
      placeholder="Nombre o correo"
      selections={[
        { label: 'Rol', name: 'rol', options: ROLES, value: role },
        { label: 'Estado', name: 'estado', options: STATUSES, value: status },
      ]}
    />
  );
}

/** The dialog that the admin has requested. */
interface UserIntent {
  readonly kind: 'edit' | 'delete';
  readonly user: Account;
}

interface Props {
  users: readonly Account[];
  labelledBy: string;
  isBusy: (id: string) => boolean;
  onToggle: (user: Account) => void;
  onIntent: (intent: UserIntent) => void;
}

const COLUMNS = ['Usuario', 'Correo', 'Rol', 'Estado', 'Acciones'] as const;
const WIDTHS = 'minmax(0, 1fr) minmax(0, 1.1fr) 7.5rem 5.25rem 23.25rem';

const UserTable = ({ users, labelledBy, ...actions }: Props) => (
  <PanelTable labelledBy={labelledBy} columns={COLUMNS} widths={WIDTHS}>
    {users.map(user => (
      <UserRow key={user._id} user={user} {...actions} />
    ))}
  </PanelTable>
);

function UserRow({
  user,
  isBusy,
  onToggle,
  onIntent,
}: Omit<Props, 'users' | 'labelledBy'> & { user: Account }) {
  const { _id, username, email, role, isActive, createdAt } = user;
  return (
    <PanelRow id={_id}>
      <PanelCell>
        <bdi className={classes.userTableName}>{username}</bdi>
        <span className={classes.since}>{`Desde el ${dayDate(createdAt)}`}</span>
        <ListLink search={{ tab: 'asistencias', usuario: _id }} about={username}>
          Ver asistencias
        </ListLink>
      </PanelCell>
      <PanelCell label={COLUMNS[1]}>
        <span>
          <EmailText email={email} />
        </span>
      </PanelCell>
      <PanelCell label={COLUMNS[2]}>{role === 'admin' ? 'Administrador' : 'Usuario'}</PanelCell>
      <PanelCell label={COLUMNS[3]}>
        <StatusTag tone={isActive ? 'forest' : 'plain'}>{isActive ? 'Activo' : 'Inactivo'}</StatusTag>
      </PanelCell>
      <PanelCell isActions>
        {role === 'user' ? (
          <UserButtons
            user={user}
            isBusy={isBusy(_id)}
            onToggle={() => onToggle(user)}
            onIntent={kind => onIntent({ kind, user })}
          />
        ) : (
          <span className={classes.userTableNone}>Lo gestiona la superadministración</span>
        )}
      </PanelCell>
    </PanelRow>
  );
}

interface ButtonProps {
  user: Account;
  isBusy: boolean;
  onToggle: () => void;
  onIntent: (kind: UserIntent['kind']) => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;

function UserButtons({ user: { username, isActive }, isBusy, onToggle, onIntent }: ButtonProps) {
  const shared = { about: username, isBusy };
  return (
    <>
      <RowButton
        {...shared}
        icon={isActive ? <IconUserOff {...icon} /> : <IconUserCheck {...icon} />}
        onClick={onToggle}
      >
        {isActive ? 'Desactivar' : 'Activar'}
      </RowButton>
      <RowButton {...shared} icon={<IconPencil {...icon} />} onClick={() => onIntent('edit')}>
        Editar
      </RowButton>
      <RowButton {...shared} tone="clay" icon={<IconTrash {...icon} />} onClick={() => onIntent('delete')}>
        Eliminar
      </RowButton>
    </>
  );
}

interface EditUserDialogProps {
  user: Account;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

const EditUserDialog = ({ user, isOpen, onClose, actions }: EditUserDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} closeOnClickOutside={false} title="Editar usuario">
    <DialogErrorBanner />
    <FreshForm id={user._id} onClose={onClose} actions={actions} />
  </Modal>
);

type FormProps = Omit<EditUserDialogProps, 'user' | 'isOpen'> & { id: string };

function FreshForm({ id, onClose, actions }: FormProps) {
  const user = useFreshAccount(oneUser(id), 'Error al obtener detalles del usuario', onClose);
  if (user === undefined) return <LoadingStatus text="Cargando usuario..." />;
  return <EditUserForm user={user} onClose={onClose} actions={actions} />;
}

interface EditUserFormProps {
  user: Account;
  onClose: () => void;
  actions: RowActions;
}

const FALLBACK = 'Error al actualizar usuario';

function EditUserForm({ user: { _id: id, username, email, phone }, onClose, actions }: EditUserFormProps) {
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

interface DeleteUserDialogProps {
  user: Account;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

function DeleteUserDialog({
  user: { _id: id, username, email },
  isOpen,
  onClose,
  actions,
}: DeleteUserDialogProps) {
  const remove = useDeleteUser();

  function confirm() {
    onClose();
    void actions.run({
      id,
      call: () => remove.mutateAsync(id),
      success: 'Usuario eliminado',
      fallback: 'Error al eliminar usuario',
      clearsItself: true,
    });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="¿Estás seguro de eliminar este usuario?"
      confirmLabel="Eliminar"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Consequences subject={username} detail={email}>
        Sus actividades se eliminan para siempre, con sus imágenes, asistencias y recordatorios. Donde iba a
        asistir queda como «Usuario eliminado». Esta acción no se puede deshacer.
      </Consequences>
    </ConfirmDialog>
  );
}
