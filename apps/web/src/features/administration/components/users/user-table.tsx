import type { Account } from '@minga/contract/administration/account';
import { IconPencil, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { EmailText } from '../../../../components/email-text.tsx';
import { dayDate } from '../../../../lib/dates.ts';
import { ListLink } from '../lists/list-link.tsx';
import { RowButton } from '../lists/row-button.tsx';
import { StatusTag } from '../lists/status-tag.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import classes from './user-table.module.css';

/** The dialog that the admin has requested. */
export interface UserIntent {
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

export const UserTable = ({ users, labelledBy, ...actions }: Props) => (
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
        <bdi className={classes.name}>{username}</bdi>
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
          <span className={classes.none}>Lo gestiona la superadministración</span>
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
