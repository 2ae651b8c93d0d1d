import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { secondFactorQuery } from '../../api/second-factor.ts';
import { supportsPasskeys } from '../../passkey-support.ts';
import { NewPasskeyDialog } from './new-passkey-dialog.tsx';
import { PasskeyList } from './passkey-list.tsx';
import classes from './passkeys-section.module.css';
import { useAccountOutcome } from './use-account-outcome.ts';

/**
 * The passkeys of the account. Listed on request, since the server may ask for a proof of identity, which must not interrupt a
 * visit of the profile.
 */
export function PasskeysSection() {
  const count = useQuery(secondFactorQuery).data?.passkeyCount ?? 0;
  const [isSupported] = useState(supportsPasskeys);
  const [isListed, setListed] = useState(false);
  const dialog = useLazyDialog();
  const outcome = useAccountOutcome();
  const heading = useRef<HTMLHeadingElement>(null);

  function handleCreated(name: string) {
    dialog.close();
    setListed(true);
    outcome.showSuccess(`Listo: ya puedes entrar con «${name}»`);
  }

  return (
    <section aria-labelledby="llaves" className={classes.section}>
      <h3 id="llaves" ref={heading} tabIndex={-1} className={classes.title}>
        Llaves de acceso
      </h3>
      <p>Entra con tu huella, tu cara o el PIN de tu celular, sin contraseña.</p>
      {isListed && <PasskeyList onRemoved={() => heading.current?.focus()} outcome={outcome} />}
      <OutcomeMessages outcome={outcome} />
      <div className={classes.actions}>
        {!isListed && count > 0 && (
          <Button variant="default" onClick={() => setListed(true)}>
            {count === 1 ? 'Ver tu llave de acceso' : `Ver tus ${count} llaves de acceso`}
          </Button>
        )}
        {isSupported && (
          <Button variant="default" onClick={dialog.open}>
            Agregar una llave de acceso
          </Button>
        )}
      </div>
      {!isSupported && (
        <p>
          Este navegador no sabe usar llaves de acceso. Actualízalo, o abre tu perfil en otro, para agregar
          una.
        </p>
      )}
      {dialog.isMounted && (
        <NewPasskeyDialog isOpen={dialog.isOpen} onClose={dialog.close} onCreated={handleCreated} />
      )}
    </section>
  );
}
