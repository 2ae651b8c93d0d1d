import { Button } from '@mantine/core';
import type { Account } from '@minga/contract/administration/account';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { useFocusRecovery } from '../../../../components/use-focus-recovery.ts';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { counted } from '../../../../lib/digits.ts';
import { adminsQuery } from '../../api/admins.ts';
import { useSwitchAdmin } from '../../api/switch-admin.ts';
import { useReportedError } from '../../dashboard-errors.tsx';
import { useRowActions } from '../../use-row-actions.ts';
import { PanelTable } from '../panel-table.tsx';
import { TabError } from '../tab-error.tsx';
import classes from './admin-list.module.css';
import { AdminRow } from './admin-row.tsx';
import { DeleteAdminDialog } from './delete-admin-dialog.tsx';
import { FactorResetForm } from './factor-reset-form.tsx';

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
