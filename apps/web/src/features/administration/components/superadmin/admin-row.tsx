import type { Account } from '@minga/contract/administration/account';
import { IconPencil, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { InitialBadge } from '../../../../components/initial-badge.tsx';
import { RowButton } from '../lists/row-button.tsx';
import { StatusTag } from '../lists/status-tag.tsx';
import { PanelCell, PanelRow } from '../panel-table.tsx';
import classes from './admin-row.module.css';

interface Props {
  admin: Account;
  /** An action of the row is in progress; other actions are ignored. */
  isBusy: boolean;
  onEdit: () => void;
  onSwitch: () => void;
  onDelete: () => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;

export function AdminRow({ admin, isBusy, onEdit, onSwitch, onDelete }: Props) {
  const { _id: id, username, email, role } = admin;
  const isActive = role === 'admin';
  const button = { about: username, isBusy };
  return (
    <PanelRow id={id}>
      <PanelCell>
        <span className={classes.person}>
          <InitialBadge name={username} />
          <bdi className={classes.name}>{username}</bdi>
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
