import { Modal } from '@mantine/core';
import { RecoveryForm } from './recovery-form.tsx';

interface Props {
  isOpen: boolean;
  email: () => string;
  onClose: () => void;
  onSent: (message: string) => void;
}

export const RecoveryDialog = ({ isOpen, email, onClose, onSent }: Props) => (
  <Modal opened={isOpen} onClose={onClose} title="Recuperar contraseña">
    <RecoveryForm email={email} onCancel={onClose} onSent={onSent} />
  </Modal>
);
