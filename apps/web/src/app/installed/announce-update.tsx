import { announceReload } from '../../lib/reload-ahead.ts';
import { notice } from '../shell/slots.ts';
import { AppNotice } from './app-notice.tsx';

/** Says that this version of the app is ready to take the place of the running one, and lets it, when asked to. */
export const announceUpdate = (worker: ServiceWorker): void =>
  notice.fill(
    <AppNotice action={{ label: 'Actualizar', onPress: () => begin(worker) }} refusal={{ label: 'Después' }}>
      Hay una versión nueva de Minga.
    </AppNotice>,
  );

/** Other tabs go on as they are, with the code that they began with. */
function begin(worker: ServiceWorker): void {
  const reload = () => {
    announceReload();
    location.reload();
  };
  // Another tab may have begun it.
  if (worker.state === 'activated') reload();
  else {
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    worker.postMessage('begin');
  }
}
