import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/session.ts';
import { now } from '../../lib/now.ts';
import { failureOf, isNoConnection, isUnreached } from '../../lib/offline/is-unreached.ts';
import { oldestShownUpdate } from '../../lib/offline/oldest-shown-update.ts';
import { isRestored } from '../../lib/offline/restored-queries.ts';
import { timeAgo } from '../../lib/time-ago.ts';
import classes from '../shell/offline-banner.module.css';
import { shownAge } from '../shell/slots.ts';

const AGE_UNKNOWN = 'Lo que ves puede no estar al día.';

/** Shows the reason and the age of the oldest data on the screen in the banner while they cannot be refetched. */
export function showOfflineAge(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  let shown: string | null = null;
  const update = () => {
    const session = cache.findAll(sessionQuery);
    const active = cache.findAll({ type: 'active' });
    // `navigator.onLine` is true on networks without internet access.
    const isReached = navigator.onLine && !session.some(query => isUnreached(query) || isRestored(query));
    const oldest = oldestShownUpdate(active, isReached);
    const text =
      oldest === null && isReached
        ? null
        : `${reason([...session, ...active])}. ${oldest === null ? AGE_UNKNOWN : ageText(oldest)}`;
    if (text === shown) return;
    shown = text;
    shownAge.fill(text && <p className={classes.banner}>{text}</p>);
  };
  cache.subscribe(notifyManager.batchCalls(update));
  addEventListener('online', update);
  addEventListener('offline', update);
  update();
}

/** Distinguishes a missing connection from a server that does not respond, or a portal or proxy that responds for it. */
const reason = (queries: readonly Query[]): string =>
  !navigator.onLine || queries.some(query => isNoConnection(failureOf(query)))
    ? 'Sin conexión'
    : 'Minga no responde';

/** 'Esto es de hace 2 horas.', 'Esto es del sábado, 5 de diciembre de 2026, 9:00 a. m.' */
function ageText(time: number): string {
  const age = timeAgo(new Date(time).toISOString(), now()).replace(/\.$/, '');
  return `Esto es ${`de ${age}`.replace(/^de el /, 'del ')}.`;
}
