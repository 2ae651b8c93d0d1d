import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { alertPermission } from '../../../lib/browser-alerts.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { type PushOutcome, useSubscribeHere } from '../api/push-devices.ts';
import { declineOffer, isOfferDeclined } from '../declined-offer.ts';
import classes from './alert-offer.module.css';

const OUTCOMES: Readonly<Record<PushOutcome, string>> = {
  subscribed: 'Listo: este dispositivo te avisa aunque Minga esté cerrada.',
  'open-only': 'Listo: este navegador te avisa mientras Minga esté abierta.',
  denied:
    'Tu navegador quedó sin permiso para avisarte. Si cambias de idea, dáselo en sus ajustes. La campana y el correo siguen igual.',
};

/** Explains what notifications on this device are for and offers them, unless the user has decided before. */
export function AlertOffer() {
  const subscribe = useSubscribeHere();
  const [wasUndecided] = useState(() => alertPermission() === 'undecided');
  const [isDeclined, setDeclined] = useState(isOfferDeclined);
  if (!wasUndecided || isDeclined) return null;

  function decline(): void {
    declineOffer();
    setDeclined(true);
  }

  return (
    <div className={classes.offer} role="status">
      {subscribe.data === undefined ? (
        <>
          <p className={classes.text}>
            ¿Quieres enterarte aunque no estés mirando Minga? Este dispositivo te avisa lo mismo que llega a
            la campana: recordatorios, cambios, cupos y mensajes.
          </p>
          {subscribe.error && (
            <p className={classes.text}>
              {errorText(subscribe.error, 'No pudimos activar los avisos aquí.')}
            </p>
          )}
          <Group gap="sm">
            <BusyButton
              isBusy={subscribe.isPending}
              busyLabel="Activando…"
              onClick={() => subscribe.mutate()}
            >
              Activar avisos aquí
            </BusyButton>
            <Button variant="default" onClick={decline}>
              Ahora no
            </Button>
          </Group>
        </>
      ) : (
        <p className={classes.text}>{OUTCOMES[subscribe.data]}</p>
      )}
    </div>
  );
}
