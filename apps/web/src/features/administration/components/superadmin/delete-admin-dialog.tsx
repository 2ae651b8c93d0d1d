import type { Account } from '@minga/contract/administration/account';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../../components/consequences.tsx';
import { useDeleteAdmin } from '../../api/delete-admin.ts';
import type { RowActions } from '../../use-row-actions.ts';

interface Props {
  admin: Account;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

/** Spec 001 section 5 requires no confirmation; this one exists because the deletion, with all activities, cannot be undone. */
export function DeleteAdminDialog({ admin, isOpen, onClose, actions }: Props) {
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
