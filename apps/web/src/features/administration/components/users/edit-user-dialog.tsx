import { Modal } from '@mantine/core';
import type { Account } from '@minga/contract/administration/account';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { oneUser } from '../../api/one-user.ts';
import { useFreshAccount } from '../../use-fresh-account.ts';
import type { RowActions } from '../../use-row-actions.ts';
import { DialogErrorBanner } from '../error-banner.tsx';
import { EditUserForm } from './edit-user-form.tsx';

interface Props {
  user: Account;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

export const EditUserDialog = ({ user, isOpen, onClose, actions }: Props) => (
  <Modal opened={isOpen} onClose={onClose} closeOnClickOutside={false} title="Editar usuario">
    <DialogErrorBanner />
    <FreshForm id={user._id} onClose={onClose} actions={actions} />
  </Modal>
);

type FormProps = Omit<Props, 'user' | 'isOpen'> & { id: string };

function FreshForm({ id, onClose, actions }: FormProps) {
  const user = useFreshAccount(oneUser(id), 'Error al obtener detalles del usuario', onClose);
  if (user === undefined) return <LoadingStatus text="Cargando usuario..." />;
  return <EditUserForm user={user} onClose={onClose} actions={actions} />;
}
