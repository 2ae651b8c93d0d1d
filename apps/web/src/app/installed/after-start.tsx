import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/session.ts';
import { deleteDraftsOfOthers } from '../../lib/delete-drafts-of-others.ts';
import { installPrompt } from '../../lib/install-prompt.ts';
import { persistQueries } from '../../lib/offline/persist-queries.ts';
import { menuEntry, notice } from '../shell/slots.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { followArrivals } from './follow-arrivals.ts';
import { followUnsent } from './follow-unsent.ts';
import { followWorker } from './follow-worker.ts';
import { offerInstall } from './install.tsx';
import { InstallEntry } from './install-entry.tsx';
import { isInstallable } from './installability.ts';
import { showOfflineAge } from './offline-age.tsx';
import { onSession } from './on-session.ts';

/** The first screen has the connection to itself. */
const QUIET_MS = 3000;

/** Starts what the first screen does not need: after it has loaded, or as soon as the server is unreachable. */
export function afterStart(queryClient: QueryClient): void {
  // TanStack Query assumes a connection until an `offline` event, and without one ignores the `online` event.
  onlineManager.setOnline(navigator.onLine);
  persistQueries(queryClient, sessionQuery.queryKey);
  showOfflineAge(queryClient);
  dropDrafts(queryClient);
  offerInstallEntry(queryClient);
  followUnsent(queryClient);
  followArrivals(queryClient);
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

/** On a shared phone, deletes this tab's form drafts of other users as soon as one is signed in. */
function dropDrafts(queryClient: QueryClient): void {
  onSession(queryClient, () => {
    const user = queryClient.getQueryData(sessionQuery.queryKey);
    if (user) deleteDraftsOfOthers(user._id);
  });
}

function offerInstallEntry(queryClient: QueryClient): void {
  const show = () => menuEntry.fill(isInstallable() && <InstallEntry />);
  installPrompt.onChange = show;
  show();
  queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    const isMilestone =
      type === 'updated' && mutation?.state.status === 'success' && mutation.meta?.isMilestone;
    if (isMilestone && isInstallable() && notice.current() === null) offerInstall();
  });
}
