import { Modal } from '@mantine/core';
import type { Account } from '@minga/contract/administration';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { oneUser } from '../../api/one-user.ts';
import { refreshPanel } from '../../api/panel-key.ts';
import { useDashboardErrors } from '../../dashboard-errors.tsx';
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
  <Modal opened={isOpen} onClose={onClose} title="Editar Usuario">
    <DialogErrorBanner />
    <FreshForm id={user._id} onClose={onClose} actions={actions} />
  </Modal>
);

type FormProps = Omit<Props, 'user' | 'isOpen'> & { id: string };

/** The account as it is now: what the list knows may be some minutes old, and saving takes the whole. */
function FreshForm({ id, onClose, actions }: FormProps) {
  const queryClient = useQueryClient();
  const { report } = useDashboardErrors();
  const { data, error, isFetchedAfterMount } = useQuery({ ...oneUser(id), staleTime: 0 });
  const giveUp = useEffectEvent((reason: Error) => {
    report(reason, 'Error al obtener detalles del usuario');
    onClose();
    void refreshPanel(queryClient);
  });
  useEffect(() => {
    if (error !== null) giveUp(error);
  }, [error]);

  if (data === undefined || !isFetchedAfterMount) return <LoadingStatus text="Cargando usuario..." />;
  return <EditUserForm user={data} onClose={onClose} actions={actions} />;
}
