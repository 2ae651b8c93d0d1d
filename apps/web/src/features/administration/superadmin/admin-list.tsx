import { Button, Stack, TextInput } from '@mantine/core';
import type { Account } from '@minga/contract/administration/account';
import { secondFactorReset } from '@minga/contract/administration/second-factor';
import { IconPencil, IconTrash, IconUserCheck, IconUserOff, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog, Consequences } from '../../../components/confirm-dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { InitialBadge } from '../../../components/initial-badge.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { useOutcome } from '../../../components/use-outcome.ts';
import { longDate } from '../../../lib/dates.ts';
import { counted } from '../../../lib/digits.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { TabError, useReportedError } from '../errors.tsx';
import { RowButton, StatusTag } from '../panel-list.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import { adminsQuery, useDeleteAdmin, useStartFactorReset, useSwitchAdmin } from '../people-api.ts';
import { type RowActions, useRowActions } from '../row-actions.ts';
import classes from './superadmin.module.css';

// The form's chunk loads when an admin is edited.
const EditAdminDialog = lazy(() =>
  import('./edit-admin-dialog.tsx').then(module => ({ default: module.EditAdminDialog })),
);

/** 'Gestión de Administradores': current and former admins, with the superadmin's actions. */
export function AdminList() {
  const { data: admins, error, isFetching, refetch } = useQuery(adminsQuery);
  useReportedError(error, 'Error al obtener administradores');
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(heading);

  return (
    <section aria-labelledby={headingId}>
      <div className={classes.header}>
        <div>
          <h2 id={headingId} ref={heading} tabIndex={-1} className={classes.heading}>
            Gestión de Administradores
          </h2>
          <p role="status" className={classes.total}>
            {admins && `Total: ${counted(admins.length, 'administrador', 'administradores')}`}
          </p>
        </div>
        <CreateLink />
      </div>
      {admins === undefined && error === null && <LoadingStatus text="Cargando administradores..." />}
      {admins === undefined && error !== null && (
        <TabError
          text="No pudimos traer la lista de administradores."
          isBusy={isFetching}
          retry={() => void refetch()}
        />
      )}
      <div ref={focusRecovery}>{admins && <Admins admins={admins} labelledBy={headingId} />}</div>
      <div className={classes.reset}>
        <FactorResetForm />
      </div>
    </section>
  );
}

const CreateLink = () => (
  <Button
    leftSection={<IconUserPlus size={20} aria-hidden />}
    renderRoot={props => <Link to="/admin-dashboard" search={{ tab: 'crear' }} {...props} />}
  >
    Crear Administrador
  </Button>
);

function Admins({ admins, labelledBy }: { admins: readonly Account[]; labelledBy: string }) {
  const actions = useRowActions();
  const { mutateAsync: switchRole } = useSwitchAdmin();
  const editing = useLazyDialog();
  const deleting = useLazyDialog();
  // The admin of the open or last opened dialog.
  const [chosen, setChosen] = useState<Account | null>(null);

  const choose = (admin: Account, { open }: { open: () => void }) => {
    setChosen(admin);
    open();
  };

  function change(admin: Account) {
    const isActive = admin.role === 'admin';
    return actions.run({
      id: admin._id,
      call: () => switchRole(admin),
      success: `Administrador ${isActive ? 'desactivado' : 'reactivado'} correctamente`,
      fallback: `Error al ${isActive ? 'desactivar' : 'reactivar'} administrador`,
      clearsItself: isActive,
      ...(isActive && {
        undo: {
          call: () => switchRole({ ...admin, role: 'user' }),
          success: 'Administrador reactivado correctamente',
          fallback: 'Error al reactivar administrador',
        },
      }),
    });
  }

  return (
    <>
      {admins.length === 0 ? (
        <NoAdmins />
      ) : (
        <PanelTable
          labelledBy={labelledBy}
          columns={['Nombre', 'Email', 'Estado', 'Acciones']}
          widths={WIDTHS}
        >
          {admins.map(admin => (
            <AdminRow
              key={admin._id}
              admin={admin}
              isBusy={actions.isBusy(admin._id)}
              onEdit={() => choose(admin, editing)}
              onSwitch={() => void change(admin)}
              onDelete={() => choose(admin, deleting)}
            />
          ))}
        </PanelTable>
      )}
      <Suspense>
        {chosen && editing.isMounted && (
          <EditAdminDialog admin={chosen} isOpen={editing.isOpen} onClose={editing.close} actions={actions} />
        )}
        {chosen && deleting.isMounted && (
          <DeleteAdminDialog
            admin={chosen}
            isOpen={deleting.isOpen}
            onClose={deleting.close}
            actions={actions}
          />
        )}
      </Suspense>
    </>
  );
}

const WIDTHS = 'minmax(0, 1fr) minmax(0, 1.1fr) 5.5rem 22rem';

const NoAdmins = () => (
  <EmptyState
    drawing="people"
    title="No hay administradores registrados"
    text="Quien crees aquí podrá revisar actividades, cuentas y asistencias."
    order={3}
  />
);

/** 'Quitar segundo factor' of an account whose owner lost telephone and codes. */
function FactorResetForm() {
  const start = useStartFactorReset();
  const form = useSchemaForm(secondFactorReset, { email: '' });
  const dialog = useLazyDialog();
  const outcome = useOutcome();
  const [email, setEmail] = useState('');

  const submit = form.handleSubmit(values => {
    outcome.clear();
    setEmail(values.email);
    dialog.open();
  });

  async function confirm() {
    dialog.close();
    try {
      const { username, dueAt } = await start.mutateAsync(email);
      form.reset();
      outcome.showSuccess(
        `Le escribimos a ${username}. Si no lo detiene, el ${longDate(new Date(dueAt))} entra solo con su contraseña.`,
      );
    } catch (error) {
      outcome.showError(errorSentences(error, 'Error al quitar el segundo factor'));
    }
  }

  return (
    <section className={classes.section} aria-labelledby="quitar-segundo-factor">
      <h2 id="quitar-segundo-factor" className={classes.createAdminFormHeading}>
        Quitar segundo factor
      </h2>
      <p className={classes.lead}>
        Para una persona que perdió el celular y los códigos de recuperación. Comprueba antes, por otro medio,
        que de verdad es ella.
      </p>
      <form noValidate onSubmit={submit} aria-labelledby="quitar-segundo-factor">
        <Stack gap="md">
          <TextInput
            label="Correo de la cuenta"
            type="email"
            inputMode="email"
            autoComplete="off"
            {...fieldProps(form, 'email')}
          />
          <OutcomeMessages outcome={outcome} />
          <div>
            <BusyButton type="submit" variant="default" isBusy={start.isPending} busyLabel="Enviando…">
              Quitar segundo factor
            </BusyButton>
          </div>
        </Stack>
      </form>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title="¿Quitar el segundo factor?"
          confirmLabel="Quitar en 24 horas"
          onConfirm={confirm}
          onCancel={dialog.close}
        >
          <p>{`A ${email} le escribimos ahora mismo y puede detenerlo. Pasadas 24 horas, su cuenta pide solo la contraseña.`}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

interface Props {
  admin: Account;
  /** An action of the row is in progress; other actions are ignored. */
  isBusy: boolean;
  onEdit: () => void;
  onSwitch: () => void;
  onDelete: () => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;

function AdminRow({ admin, isBusy, onEdit, onSwitch, onDelete }: Props) {
  const { _id: id, username, email, role } = admin;
  const isActive = role === 'admin';
  const button = { about: username, isBusy };
  return (
    <PanelRow id={id}>
      <PanelCell>
        <span className={classes.person}>
          <InitialBadge name={username} />
          <bdi className={classes.adminRowName}>{username}</bdi>
        </span>
      </PanelCell>
      <PanelCell>{email}</PanelCell>
      <PanelCell>
        <StatusTag tone={isActive ? 'forest' : 'plain'}>{isActive ? 'Activo' : 'Inactivo'}</StatusTag>
      </PanelCell>
      <PanelCell isActions>
        <RowButton {...button} icon={<IconPencil {...icon} />} onClick={onEdit}>
          Editar
        </RowButton>
        <RowButton
          {...button}
          icon={isActive ? <IconUserOff {...icon} /> : <IconUserCheck {...icon} />}
          onClick={onSwitch}
        >
          {isActive ? 'Desactivar' : 'Reactivar'}
        </RowButton>
        <RowButton {...button} tone="clay" icon={<IconTrash {...icon} />} onClick={onDelete}>
          Eliminar
        </RowButton>
      </PanelCell>
    </PanelRow>
  );
}

interface DeleteAdminDialogProps {
  admin: Account;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

/** Spec 001 section 5 requires no confirmation; this one exists because the deletion, with all activities, cannot be undone. */
function DeleteAdminDialog({ admin, isOpen, onClose, actions }: DeleteAdminDialogProps) {
  const { _id: id, username, email, role } = admin;
  const remove = useDeleteAdmin();

  function confirm() {
    onClose();
    void actions.run({
      id,
      call: () => remove.mutateAsync(id),
      success: 'Administrador eliminado correctamente',
      fallback: 'Error al eliminar administrador',
    });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="¿Estás seguro de eliminar este administrador?"
      confirmLabel="Eliminar"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Consequences subject={username} detail={email}>
        {`La cuenta y las actividades que publicó se eliminan para siempre. ${role === 'admin' ? MILDER : ''}`}
      </Consequences>
    </ConfirmDialog>
  );
}

const MILDER = 'Si solo quieres que deje de administrar, desactívala.';
