import { notice } from '../shell/slots.ts';
import { AppNotice } from './app-notice.tsx';
import { declineInstall, isInstallDeclined } from './declined-install.ts';
import { askToInstall, isOnlyByMenu } from './installability.ts';

/** Installs the app, or, where only the browser's own menu can, says how. */
export function install(): void {
  if (isOnlyByMenu()) notice.fill(<HowOnIphone />);
  else void askToInstall().then(isAccepted => !isAccepted && declineInstall());
}

const HowOnIphone = () => (
  <AppNotice refusal={{ label: 'Entendido' }}>
    Para instalarla en tu iPhone o iPad: toca «Compartir» y luego «Agregar a inicio».
  </AppNotice>
);

/** After something went well: who has said no is left in peace for 90 days. */
export function offerInstall(): void {
  if (isInstallDeclined()) return;
  notice.fill(
    <AppNotice
      action={{
        label: 'Instalar',
        onPress: () => {
          notice.fill(null);
          install();
        },
      }}
      refusal={{ label: 'Ahora no', onPress: declineInstall }}
    >
      Instala Minga: tus actividades a la mano, también sin internet.
    </AppNotice>,
  );
}
