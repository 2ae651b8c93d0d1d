import { IconDeviceMobileDown } from '@tabler/icons-react';
import { installPrompt } from '../../lib/install-prompt.ts';
import { siteName } from '../../lib/site-name.ts';
import { safeLocalStorage } from '../../lib/storage/safe-storage.ts';
import panel from '../shell/shell.module.css';
import { notice } from '../shell/slots.ts';
import { AppNotice } from './app-notice.tsx';

/** Installs the app, or explains how where only the browser's menu can. */
function install(): void {
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
      {`Instala ${siteName}: tus actividades a la mano, también sin internet.`}
    </AppNotice>,
  );
}

/** An entry of the account menu where the browser can install the app. */
export const InstallEntry = () => (
  <button type="button" className={panel.entry} onClick={install}>
    <IconDeviceMobileDown size={22} aria-hidden />
    Instalar la app
  </button>
);

/** Whether the app can be installed from here; false in the installed app. */
export const isInstallable = (): boolean => installPrompt.current !== null || isOnlyByMenu();

/** Safari on iPhone and iPad has no `beforeinstallprompt`: there only its menu installs the app. */
const isOnlyByMenu = (): boolean => 'standalone' in navigator && navigator.standalone === false;

/** Shows the browser's prompt and returns whether the user accepted. The browser has to offer a prompt again afterwards. */
async function promptInstall(): Promise<boolean> {
  const prompt = installPrompt.current;
  if (prompt === null) return false;
  installPrompt.current = null;
  installPrompt.onChange();
  return (await prompt.prompt()).outcome === 'accepted';
}

const KEY = 'minga.install-declined';
const QUIET_MS = 90 * 24 * 60 * 60 * 1000;

/** Was the offer declined in the last 90 days? True where storage is switched off: the offer would return at every visit. */
export function isInstallDeclined(now = Date.now()): boolean {
  const declinedAt = safeLocalStorage.get(KEY);
  return declinedAt === undefined || now - Number(declinedAt ?? Number.NEGATIVE_INFINITY) < QUIET_MS;
}

export const declineInstall = (now = Date.now()): void => void safeLocalStorage.set(KEY, String(now));
