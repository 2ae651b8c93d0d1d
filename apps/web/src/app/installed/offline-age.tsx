import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/api/session.ts';
import { now } from '../../lib/now.ts';
import { isBroughtBack } from '../../lib/offline/brought-back.ts';
import { failureOf, isNoConnection, isUnreached } from '../../lib/offline/is-unreached.ts';
import { oldestShown } from '../../lib/offline/oldest-shown.ts';
import { timeAgo } from '../../lib/time-ago.ts';
import classes from '../shell/offline-banner.module.css';
import { shownAge } from '../shell/slots.ts';

const NOTHING_KEPT = 'Lo que ves puede no estar al día.';

/** From here on the banner tells of when is what one reads, and why, as long as it cannot be asked anew. */
export function showOfflineAge(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  let told: string | null = null;
  const tell = () => {
    const session = cache.findAll(sessionQuery);
    const active = cache.findAll({ type: 'active' });
    // Some networks lead nowhere, and the browser believes in them.
    const isReached = navigator.onLine && !session.some(query => isUnreached(query) || isBroughtBack(query));
    const oldest = oldestShown(active, isReached, sessionQuery.queryKey);
    const text =
      oldest === null && isReached
        ? null
        : `${reason([...session, ...active])}. ${oldest === null ? NOTHING_KEPT : ageText(oldest)}`;
    if (text === told) return;
    told = text;
    shownAge.fill(text && <p className={classes.banner}>{text}</p>);
  };
  cache.subscribe(notifyManager.batchCalls(tell));
  addEventListener('online', tell);
  addEventListener('offline', tell);
  tell();
}

/** A server that is silent, or that something else answers for, is no network that is gone. */
const reason = (asked: readonly Query[]): string =>
  !navigator.onLine || asked.some(query => isNoConnection(failureOf(query)))
    ? 'Sin conexión'
    : 'Minga no responde';

/** 'Esto es de hace 2 horas.', 'Esto es del sábado, 5 de diciembre de 2026, 9:00 a. m.' */
function ageText(moment: number): string {
  const age = timeAgo(new Date(moment).toISOString(), now()).replace(/\.$/, '');
  return `Esto es ${`de ${age}`.replace(/^de el /, 'del ')}.`;
}
