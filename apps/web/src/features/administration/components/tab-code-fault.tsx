import { useEffect, useEffectEvent, useState } from 'react';
import { noConnection } from '../../../lib/api.ts';
import { isMissingCode, reloadOnceFor } from '../../../lib/missing-code.ts';
import { useReportedFault } from '../dashboard-errors.tsx';
import { TabFault } from './tab-fault.tsx';

/** In the place of a tab that could not be drawn. What is no matter of code that is missing is the whole page's. */
export function TabCodeFault({ error }: { error: unknown }) {
  if (!isMissingCode(error)) throw error;
  return <MissingTab error={error} />;
}

/**
 * Browsers remember a part of the app that did not come: only loading the page again asks for it again. Where the
 * server is away that would leave nothing at all, so it is asked first.
 */
function MissingTab({ error }: { error: Error }) {
  const [fault, setFault] = useState<Error | null>(null);
  const [isAsking, setAsking] = useState(true);
  useReportedFault(fault, 'Error al abrir la pestaña');

  async function askAgain(reload: () => void) {
    setAsking(true);
    setFault(null);
    const isThere = await isServerThere();
    setAsking(false);
    setFault(isThere ? error : noConnection());
    if (isThere) reload();
  }
  const arrive = useEffectEvent(() => askAgain(() => reloadOnceFor(error)));
  const retry = () => void askAgain(() => location.reload());
  const goOn = useEffectEvent(retry);

  useEffect(() => {
    // With the server there it is a deploy that took the part away.
    void arrive();
    const listen = () => goOn();
    addEventListener('online', listen);
    return () => removeEventListener('online', listen);
  }, []);

  return <TabFault text="No pudimos traer esta pestaña." isBusy={isAsking} retry={retry} />;
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
