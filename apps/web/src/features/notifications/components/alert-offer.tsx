import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { alertPermission, requestAlertPermission } from '../../../lib/browser-alerts.ts';
import { declineOffer, isOfferDeclined } from '../declined-offer.ts';
import classes from './alert-offer.module.css';

/**
 * Offers browser notifications to a user who has just saved a reminder, unless they have declined before.
 */
export function AlertOffer() {
  const [permission, setPermission] = useState(alertPermission);
  const [wasUndecided] = useState(permission === 'undecided');
  const [isDeclined, setDeclined] = useState(isOfferDeclined);
  if (!wasUndecided || isDeclined) return null;

  function decline(): void {
    declineOffer();
    setDeclined(true);
  }

  return (
    <div className={classes.offer} role="status">
      {permission === 'undecided' && (
        <>
          <p className={classes.text}>
            ¿Quieres que tu navegador también te avise cuando no estés mirando Minga?
          </p>
          <Group gap="sm">
            <Button onClick={async () => setPermission(await requestAlertPermission())}>
              Activar avisos del navegador
            </Button>
            <Button variant="default" onClick={decline}>
              Ahora no
            </Button>
          </Group>
        </>
      )}
      {permission === 'granted' && <p className={classes.text}>Listo: tu navegador también te avisará.</p>}
      {permission === 'denied' && (
        <p className={classes.text}>
          Tu navegador quedó sin permiso para avisarte. Si cambias de idea, dáselo en sus ajustes. La campana
          y el correo siguen igual.
        </p>
      )}
    </div>
  );
}
