import { Button, Group } from '@mantine/core';
import type { Reply } from '@minga/contract/endpoint';
import type { registerPasskey } from '@minga/contract/passkeys';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { Subsection } from '../../../../components/subsection.tsx';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { useOutcome } from '../../../../components/use-outcome.ts';
import { secondFactorQuery } from '../../api/second-factor.ts';
import { supportsPasskeys } from '../../passkey-support.ts';
import { NewCodes } from './new-codes.tsx';
import { NewPasskeyDialog } from './new-passkey-dialog.tsx';
import { PasskeyList } from './passkey-list.tsx';

/**
 * The passkeys of the account. Listed on request, since the server may ask for a proof of identity, which must not interrupt a
 * visit of the profile.
 */
export function PasskeysSection() {
  const count = useQuery(secondFactorQuery).data?.passkeyCount ?? 0;
  const [isSupported] = useState(supportsPasskeys);
  const [isListed, setListed] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const dialog = useLazyDialog();
  const outcome = useOutcome();
  const heading = useRef<HTMLHeadingElement>(null);

  function handleCreated({ name, recoveryCodes }: Reply<typeof registerPasskey>) {
    dialog.close();
    setListed(true);
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    outcome.showSuccess(`Listo: ya puedes entrar con «${name}»`);
  }

  return (
    <Subsection title="Llaves de acceso" headingRef={heading}>
      <p>
        Entra con tu huella, tu cara o el PIN de tu celular, sin contraseña. Si alguien escribe la tuya,
        también le pediremos la llave.
      </p>
      {isListed && <PasskeyList heading={heading} outcome={outcome} />}
      <OutcomeMessages outcome={outcome} />
      <Group gap="sm">
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
      </Group>
      {!isSupported && (
        <p>
          Este navegador no sabe usar llaves de acceso. Actualízalo, o abre tu perfil en otro, para agregar
          una.
        </p>
      )}
      {dialog.isMounted && (
        <NewPasskeyDialog isOpen={dialog.isOpen} onClose={dialog.close} onCreated={handleCreated} />
      )}
      <NewCodes
        codes={codes}
        onClose={() => {
          setCodes(null);
          heading.current?.focus();
        }}
      />
    </Subsection>
  );
}
