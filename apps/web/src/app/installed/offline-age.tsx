import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/api/session.ts';
import { now } from '../../lib/now.ts';
import { isUnreached } from '../../lib/offline/is-unreached.ts';
import { oldestShown } from '../../lib/offline/oldest-shown.ts';
import { timeAgo } from '../../lib/time-ago.ts';
import classes from '../shell/offline-banner.module.css';
import { shownAge } from '../shell/slots.ts';

const NOTHING_KEPT = 'Sin conexión a internet. Lo que ves puede no estar al día.';

/** From here on the banner tells of when is what one reads, as long as it cannot be asked anew. */
export function tellAge(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  let told: string | null = null;
  const tell = () => {
    const session = cache.find({ queryKey: sessionQuery.queryKey });
    // Some networks lead nowhere, and the browser believes in them.
    const isOnline = navigator.onLine && !(session && isUnreached(session));
    const oldest = oldestShown(cache.findAll({ type: 'active' }), isOnline, sessionQuery.queryKey);
    const text = oldest === null ? (isOnline ? null : NOTHING_KEPT) : ageText(oldest);
    if (text === told) return;
    told = text;
    shownAge.fill(text && <p className={classes.banner}>{text}</p>);
  };
  cache.subscribe(notifyManager.batchCalls(tell));
  addEventListener('online', tell);
  addEventListener('offline', tell);
  tell();
}

/** 'Sin conexión. Esto es de hace 2 horas.', 'Sin conexión. Esto es del sábado, 5 de diciembre de 2026, 9:00 a. m.' */
function ageText(moment: number): string {
  const age = timeAgo(new Date(moment).toISOString(), now()).replace(/\.$/, '');
  return `Sin conexión. Esto es ${`de ${age}`.replace(/^de el /, 'del ')}.`;
}
