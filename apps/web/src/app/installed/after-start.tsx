import { notifyManager, onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/session/session.ts';
import { hasSignedOut } from '../../features/accounts/session/signed-out.ts';
import { ownActivities } from '../../features/activities/lists-api.ts';
import { remember, UNSENT_PREFIX } from '../../features/attendance/remembered-attendances.ts';
import { ownAttendances } from '../../lib/attendance/own-attendances.ts';
import { now } from '../../lib/dates/now.ts';
import { timeAgo } from '../../lib/dates/time-ago.ts';
import { installPrompt } from '../../lib/install-prompt.ts';
import { failureOf, isNoConnection, isUnreached } from '../../lib/offline/is-unreached.ts';
import { isRestored } from '../../lib/offline/restored-queries.ts';
import { forgetKind, hasMark, hasStored, isMark } from '../../lib/outbox-store.ts';
import { isDataLimited } from '../../lib/saved-data.ts';
import { persistQueries } from '../../lib/server/persisted-queries.ts';
import { siteName } from '../../lib/site-name.ts';
import { deleteDraftsOfOthers } from '../../lib/storage/delete-drafts-of-others.ts';
import { safeSessionStorage } from '../../lib/storage/safe-storage.ts';
import classes from '../shell/shell.module.css';
import { menuEntry, notice, shownAge } from '../shell/slots.ts';
import { followWorker } from './follow-worker.tsx';
import { InstallEntry, isInstallable, offerInstall } from './install.tsx';
import { onSession } from './on-session.ts';
import { explainSavedData, SavedDataEntry } from './saved-data.tsx';

/** The first screen has the connection to itself. */
const QUIET_MS = 3000;

/** Starts what the first screen does not need: after it has loaded, or as soon as the server is unreachable. */
export function afterStart(queryClient: QueryClient): void {
  // TanStack Query assumes a connection until an `offline` event, and without one ignores the `online` event.
  onlineManager.setOnline(navigator.onLine);
  persistQueries(queryClient, sessionQuery.queryKey);
  showOfflineAge(queryClient);
  fillMenu(queryClient);
  explainSavedData();
  followOutbox(queryClient);
  forgetOthers(queryClient);
  // In development a cached file would hide its next version.
  const hasWorker = import.meta.env.PROD && 'serviceWorker' in navigator;
  const startRequests = () => {
    // Without a response or storage it is tried again later.
    onSession(queryClient, () => void fetchAhead(queryClient).catch(() => {}));
    // Some browsers reject it, for example in private windows.
    if (hasWorker) followWorker(queryClient).catch(() => {});
  };
  // With a worker this runs so early that the first screen may still be loading.
  if (hasWorker && navigator.serviceWorker.controller) setTimeout(startRequests, QUIET_MS);
  else startRequests();
}

/** Fills the place in the account menu, and offers the installation after a success. */
function fillMenu(queryClient: QueryClient): void {
  const show = () =>
    menuEntry.fill(
      <>
        <SavedDataEntry />
        {isInstallable() && <InstallEntry />}
      </>,
    );
  installPrompt.onChange = show;
  show();
  queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    const isMilestone =
      type === 'updated' && mutation?.state.status === 'success' && mutation.meta?.isMilestone;
    if (isMilestone && isInstallable() && notice.current() === null) offerInstall();
  });
}

const KEY = 'minga.fetched-ahead';

/**
 * Fetches the activities that the signed-in user organises and attends, once in each tab, so that lib/offline persists
 * them although the user has not opened their screens. Does nothing where storage is switched off, since it would repeat, and where data are limited.
 */
async function fetchAhead(queryClient: QueryClient): Promise<void> {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  const fetchedFor = safeSessionStorage.get(KEY);
  if (!user || fetchedFor === undefined || fetchedFor === user._id || isDataLimited()) return;
  await queryClient.prefetchInfiniteQuery(ownActivities('proximas'));
  await queryClient.prefetchInfiniteQuery(ownActivities('pasadas'));
  await queryClient.prefetchQuery(ownAttendances);
  const attended = queryClient.getQueryData(ownAttendances.queryKey);
  // The user may have signed out since.
  if (attended === undefined || queryClient.getQueryData(sessionQuery.queryKey)?._id !== user._id) return;
  // The attendance button of a card fetches the same and remembers it.
  for (const { taskId, status } of attended) remember(user.email, taskId, status === 'confirmed');
  safeSessionStorage.set(KEY, user._id);
}

const RETRY_MS = 15_000;

/** Loads and starts the outbox as soon as this browser has something to send or to show. */
export function followOutbox(queryClient: QueryClient): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    import('./outbox.tsx').then(
      ({ showOutbox }) => showOutbox(queryClient),
      () => {
        // Its code could not be loaded. An `online` event may come before the network works.
        isStarted = false;
        setTimeout(startIfMarked, RETRY_MS);
      },
    );
  };
  const startIfMarked = () => hasMark() && start();
  addEventListener('storage', ({ key }) => isMark(key) && startIfMarked());
  addEventListener('online', startIfMarked);
  startIfMarked();
  // A browser that crashed may have lost the mark.
  hasStored().then(
    isFilled => isFilled && start(),
    () => {},
  );
}

/**
 * On a shared phone, deletes the form drafts of other users as soon as one is signed in, and those of the user who signs out with what
 * was confirmed without a network. A session that ended by itself keeps both.
 */
function forgetOthers(queryClient: QueryClient): void {
  onSession(queryClient, async () => {
    const user = queryClient.getQueryData(sessionQuery.queryKey);
    if (user) return deleteDraftsOfOthers(user._id);
    // A sign-out is marked once the session has ended.
    await Promise.resolve();
    if (!hasSignedOut(queryClient)) return;
    deleteDraftsOfOthers(null);
    await forgetKind('confirmation', UNSENT_PREFIX).catch(() => {});
    await forgetKind('self-arrival', 'minga.place').catch(() => {});
  });
}

const AGE_UNKNOWN = 'Lo que ves puede no estar al día.';

/** Shows the reason and the age of the oldest data on the screen in the banner while they cannot be refetched. */
function showOfflineAge(queryClient: QueryClient): void {
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
    : `${siteName} no responde`;

/** 'Esto es de hace 2 horas.', 'Esto es del sábado, 5 de diciembre de 2026, 9:00 a. m.' */
function ageText(time: number): string {
  const age = timeAgo(new Date(time).toISOString(), now()).replace(/\.$/, '');
  return `Esto es ${`de ${age}`.replace(/^de el /, 'del ')}.`;
}

/** The `dataUpdatedAt` of the oldest data on the screen that could not be fetched, in milliseconds; null if there are none. */
export function oldestShownUpdate(active: readonly Query[], isOnline: boolean): number | null {
  const times = active
    .filter(({ meta }) => meta?.isPersisted === true && !meta.isAgeHidden)
    .filter(query => query.state.data !== undefined && (!isOnline || isUnreached(query) || isRestored(query)))
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? null : Math.min(...times);
}
