import { Button, Group, Modal } from '@mantine/core';
import { SendLink } from './send-link.tsx';

interface Props {
  readonly taskId: string;
  readonly email: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Shown if this browser cannot prove that the attendance is the visitor's. */
export const SendLinkDialog = ({ taskId, email, isOpen, onClose }: Props) => (
  <Modal opened={isOpen} onClose={onClose} title="No tienes permiso para esta acción">
    <SendLink taskId={taskId} email={email}>
      {`Desde este navegador no podemos comprobar que la asistencia es tuya. Podemos enviarte a ${email} un enlace personal para cancelarla.`}
    </SendLink>
    <Group justify="end" mt="lg">
      <Button variant="default" onClick={onClose} data-autofocus>
        Cerrar
      </Button>
    </Group>
  </Modal>
);
