import { useEffect, useEffectEvent, useState } from 'react';
import { noConnection } from '../../../lib/api.ts';
import { isMissingCode, reloadOnceFor } from '../../../lib/missing-code.ts';
import { useReportedError } from '../dashboard-errors.tsx';
import { TabError } from './tab-error.tsx';

/** Shown if a tab's chunk fails to load. Any other error is rethrown to the page's error boundary. */
export function TabLoadError({ error }: { error: unknown }) {
  if (!isMissingCode(error)) throw error;
  return <MissingTab error={error} />;
}

/**
 * Browsers remember a failed dynamic import until the page is reloaded. While the server is unreachable a reload would lose the
 * whole page, so the server is checked first.
 */
function MissingTab({ error }: { error: Error }) {
  const [fault, setFault] = useState<Error | null>(null);
  const [isChecking, setChecking] = useState(true);
  useReportedError(fault, 'Error al abrir la pestaña');

  async function checkServer(reload: () => void) {
    setChecking(true);
    setFault(null);
    const isReachable = await isServerReachable();
    setChecking(false);
    setFault(isReachable ? error : noConnection());
    if (isReachable) reload();
  }
  const handleMount = useEffectEvent(() => checkServer(() => reloadOnceFor(error)));
  const retry = () => void checkServer(() => location.reload());
  const retryWhenOnline = useEffectEvent(retry);

  useEffect(() => {
    // If the server is reachable, a deploy has removed the chunk: a reload gets the new version.
    void handleMount();
    const listen = () => retryWhenOnline();
    addEventListener('online', listen);
    return () => removeEventListener('online', listen);
  }, []);

  return <TabError text="No pudimos traer esta pestaña." isBusy={isChecking} retry={retry} />;
}

async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
