import type { Account } from '@minga/contract/administration/account';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { useIntentDialog } from '../../../../components/use-intent-dialog.ts';
import { counted } from '../../../../lib/digits.ts';
import { useChangeUserStatus } from '../../api/change-user-status.ts';
import { userList } from '../../api/user-list.ts';
import type { TabProps } from '../../dashboard-search.ts';
import { hasFilters, userFilters } from '../../panel-search.ts';
import { usePanelList } from '../../use-panel-list.ts';
import { useRowActions } from '../../use-row-actions.ts';
import { PanelList } from '../lists/panel-list.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { UserFilterPanel } from './user-filter-panel.tsx';
import { type UserIntent, UserTable } from './user-table.tsx';

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
