import type { TotpSetup } from '@minga/contract/totp';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { Fold } from '../../../../components/form/fold.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { preload } from '../../../../lib/load-code.ts';
import { useStartTotp } from '../../api/start-totp.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

const preloadDialog = preload(() => import('./set-up-dialog.tsx'));

/** Explains second factors and starts setting one up. `onStarted` gets the secret. */
export function NoFactor({ onStarted }: { onStarted: (setup: TotpSetup) => void }) {
  const start = useStartTotp();
  const outcome = useAccountOutcome();

  // The identity is confirmed before the dialog opens, so that one dialog is open at a time.
  async function begin() {
    outcome.clear();
    try {
      onStarted(await start.mutateAsync());
    } catch (error) {
      outcome.showError(error, 'Error al empezar');
    }
  }

  return (
    <>
      <Fold title="¿Qué es un segundo factor?" summary="" hasError={false}>
        <p style={{ margin: 0 }}>
          Las contraseñas se adivinan, se roban o se comparten sin querer. Con un segundo factor, quien tenga
          la tuya no puede entrar: le pedimos además un código de tu aplicación o tu llave de acceso.
        </p>
        <p style={{ margin: 0 }}>
          Una aplicación de códigos muestra en tu celular seis números que cambian cada 30 segundos. Es
          gratis, no necesita internet y tal vez ya la tienes. Si un día pierdes el celular, entras con los
          códigos de recuperación que te damos al activarla.
        </p>
      </Fold>
      <OutcomeMessages outcome={outcome} />
      <div>
        <BusyButton
          variant="default"
          isBusy={start.isPending}
          busyLabel="Preparando…"
          onPointerEnter={preloadDialog}
          onClick={() => void begin()}
        >
          Activar la aplicación de códigos
        </BusyButton>
      </div>
    </>
  );
}
