import { Button, Stack, TextInput } from '@mantine/core';
import type { Account } from '@minga/contract/administration/account';
import {
  deactivateAdmin,
  deleteAdmin,
  listAdmins,
  reactivateAdmin,
} from '@minga/contract/administration/admins';
import { secondFactorReset, startSecondFactorReset } from '@minga/contract/administration/second-factor';
import { IconPencil, IconTrash, IconUserCheck, IconUserOff, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, useId, useRef, useState } from 'react';
import { InitialBadge } from '../../../components/brand/initial-badge.tsx';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { useFocusRecovery } from '../../../components/dialog/use-focus-recovery.ts';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { OutcomeMessages } from '../../../components/page/outcome-messages.tsx';
import { useOutcome } from '../../../components/page/use-outcome.ts';
import { longDate } from '../../../lib/dates/dates.ts';
import { counted } from '../../../lib/digits.ts';
import { errorSentences } from '../../../lib/errors/error-sentences.ts';
import { ignoreNotFound } from '../../../lib/errors/ignore-not-found.ts';
import { call } from '../../../lib/server/api.ts';
import { allRowsQuery } from '../../../lib/server/queries.ts';
import { content } from '../api.ts';
import { confirmDeletion } from '../confirm-deletion.tsx';
import { Loaded } from '../errors.tsx';
import panelClasses from '../panel.module.css';
import { PanelTable, StatusTag, type TableDescription } from '../panel-table.tsx';
import { type RowAction, useRowActions } from '../row-actions.tsx';
import classes from '../tabs.module.css';

// The form's chunk loads when an admin is edited.
const EditAdminDialog = lazy(() =>
  import('./edit-admin-dialog.tsx').then(module => ({ default: module.EditAdminDialog })),
);

/** 'Gestión de Administradores': current and former admins, with the superadmin's actions. */
export function AdminList() {
  const admins = useQuery({ ...allRowsQuery(listAdmins), ...content });
  const { dialogs, ...actions } = useRowActions();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(heading);

  return (
    <section aria-labelledby={headingId}>
      <div className={`bar ${classes.header} ${classes.admins}`}>
        <div>
          <h2 id={headingId} ref={heading} tabIndex={-1} className={`title ${classes.heading}`}>
            Gestión de Administradores
          </h2>
          <p role="status" className={`soft ${classes.below} ${classes.total}`}>
            {admins.data && `Total: ${counted(admins.data.length, 'administrador', 'administradores')}`}
          </p>
        </div>
        <CreateLink />
      </div>
      <Loaded
        query={admins}
        fallback="Error al obtener administradores"
        errorText="No pudimos traer la lista de administradores."
        loading={<LoadingStatus text="Cargando administradores..." />}
      >
        {rows => (
          <div ref={focusRecovery}>
            {rows.length === 0 ? (
              <NoAdmins />
            ) : (
              <PanelTable of={adminTable} rows={rows} labelledBy={headingId} actions={actions} />
            )}
          </div>
        )}
      </Loaded>
      {dialogs}
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

const adminTable: TableDescription<Account> = {
  idOf: ({ _id }) => _id,
  columns: [
    {
      name: 'Nombre',
      width: 'minmax(0, 1fr)',
      label: '',
      cell: ({ username }) => (
        <span className={`row ${classes.person}`}>
          <InitialBadge name={username} />
          <bdi className={panelClasses.title}>{username}</bdi>
        </span>
      ),
    },
    { name: 'Email', width: 'minmax(0, 1.1fr)', label: '', cell: ({ email }) => email },
    {
      name: 'Estado',
      width: '5.5rem',
      label: '',
      cell: ({ role }) => (
        <StatusTag tone={role === 'admin' ? 'forest' : 'plain'}>
          {role === 'admin' ? 'Activo' : 'Inactivo'}
        </StatusTag>
      ),
    },
  ],
  buttons: {
    width: '22rem',
    about: ({ username }) => username,
    of: admin => [
      { label: 'Editar', icon: IconPencil, dialog: props => <EditAdminDialog {...props} admin={admin} /> },
      switchButton(admin),
      deleteButton(admin),
    ],
  },
};

/** Deactivates an admin or reactivates a former one. */
function switchButton({ _id: id, role }: Account): RowAction {
  const params = { id };
  const reactivation = {
    call: () => call(reactivateAdmin, { params }),
    success: 'Administrador reactivado correctamente',
    fallback: 'Error al reactivar administrador',
  };
  const shared = { key: 'status' };
  if (role !== 'admin') return { ...shared, label: 'Reactivar', icon: IconUserCheck, run: reactivation };
  return {
    ...shared,
    label: 'Desactivar',
    icon: IconUserOff,
    run: {
      call: () => call(deactivateAdmin, { params }),
      success: 'Administrador desactivado correctamente',
      fallback: 'Error al desactivar administrador',
      clearsItself: true,
      undo: reactivation,
    },
  };
}

/** Spec 001 section 5 requires no confirmation; the dialog exists because the deletion, with all activities, cannot be undone. */
const deleteButton = ({ _id: id, username, email, role }: Account): RowAction => ({
  label: 'Eliminar',
  icon: IconTrash,
  tone: 'clay',
  dialog: confirmDeletion({
    id,
    title: '¿Estás seguro de eliminar este administrador?',
    subject: username,
    detail: email,
    consequences: `La cuenta y las actividades que publicó se eliminan para siempre. ${role === 'admin' ? MILDER : ''}`,
    // A 404 counts as success.
    call: () => ignoreNotFound(call(deleteAdmin, { params: { id } })),
    success: 'Administrador eliminado correctamente',
    fallback: 'Error al eliminar administrador',
  }),
});

const MILDER = 'Si solo quieres que deje de administrar, desactívala.';

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
  const start = useMutation({
    mutationFn: (account: string) => call(startSecondFactorReset, { body: { email: account } }),
  });
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
    <section className={classes.narrow} aria-labelledby="quitar-segundo-factor">
      <h2 id="quitar-segundo-factor" className={`title ${classes.formTitle}`}>
        Quitar segundo factor
      </h2>
      <p className={`soft ${classes.lead}`}>
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
