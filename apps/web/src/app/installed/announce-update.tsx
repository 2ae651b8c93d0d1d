import { announceReload } from '../../lib/reload-ahead.ts';
import { notice } from '../shell/slots.ts';
import { AppNotice } from './app-notice.tsx';

/** Announces that a new version is installed, with a button that activates it. */
export const announceUpdate = (worker: ServiceWorker): void =>
  notice.fill(
    <AppNotice
      action={{ label: 'Actualizar', onPress: () => activate(worker) }}
      dismissal={{ label: 'Después' }}
    >
      Hay una versión nueva de Minga.
    </AppNotice>,
  );

/** Other tabs continue with their version. */
function activate(worker: ServiceWorker): void {
  const reload = () => {
    announceReload();
    location.reload();
  };
  // Another tab may have activated it.
  if (worker.state === 'activated') reload();
  else {
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    worker.postMessage('activate');
  }
}
