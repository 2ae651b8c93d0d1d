import { Button, Group } from '@mantine/core';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import { BusyButton } from '../../../../components/busy-button.tsx';
import classes from './email-section.module.css';

interface Props {
  email: string;
  currentEmail: string;
  isBeingCancelled: boolean;
  onResend: () => void;
  onCancel: () => void;
}

/** An unconfirmed change of address, with buttons to resend the link and to cancel the change. */
export const PendingEmail = ({ email, currentEmail, isBeingCancelled, onResend, onCancel }: Props) => (
  <div className={classes.pending}>
    <p className={classes.pendingTitle}>{`Falta confirmar ${email}`}</p>
    <p>{`Abre el enlace que enviamos a esa dirección: sirve por ${EMAIL_CHANGE_HOURS} horas. Mientras tanto nada cambia, y sigues entrando con ${currentEmail}.`}</p>
    <Group gap="sm">
      <Button variant="default" onClick={onResend}>
        Enviar otro enlace
      </Button>
      <BusyButton variant="default" onClick={onCancel} isBusy={isBeingCancelled} busyLabel="Cancelando…">
        Cancelar el cambio
      </BusyButton>
    </Group>
  </div>
);
