import { notice } from '../shell/slots.ts';
import { AppNotice } from './app-notice.tsx';
import { declineInstall, isInstallDeclined } from './declined-install.ts';
import { isOnlyByMenu, promptInstall } from './installability.ts';

/** Installs the app, or explains how where only the browser's menu can. */
export function install(): void {
  if (isOnlyByMenu()) notice.fill(<IphoneInstructions />);
  else void promptInstall().then(isAccepted => !isAccepted && declineInstall());
}

const IphoneInstructions = () => (
  <AppNotice dismissal={{ label: 'Entendido' }}>
    Para instalarla en tu iPhone o iPad: toca «Compartir» y luego «Agregar a inicio».
  </AppNotice>
);

/** Offers the installation after a success, unless the user declined it in the last 90 days. */
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
      dismissal={{ label: 'Ahora no', onPress: declineInstall }}
    >
      Instala Minga: tus actividades a la mano, también sin internet.
    </AppNotice>,
  );
}
