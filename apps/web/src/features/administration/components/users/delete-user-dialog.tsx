import type { Account } from '@minga/contract/administration/account';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../../components/consequences.tsx';
import { useDeleteUser } from '../../api/delete-user.ts';
import type { RowActions } from '../../use-row-actions.ts';

interface Props {
  user: Account;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

export function DeleteUserDialog({ user: { _id: id, username, email }, isOpen, onClose, actions }: Props) {
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
