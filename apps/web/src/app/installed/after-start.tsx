import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/api/session.ts';
import { dropDraftsOfOthers } from '../../lib/drafts-of-others.ts';
import { installPrompt } from '../../lib/install-prompt.ts';
import { keepAnswers } from '../../lib/offline/keep-answers.ts';
import { menuEntry, notice } from '../shell/slots.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { followWorker } from './follow-worker.ts';
import { offerInstall } from './install.tsx';
import { InstallEntry } from './install-entry.tsx';
import { isInstallable } from './installability.ts';
import { showOfflineAge } from './offline-age.tsx';

/** The first screen has the line for itself. */
const QUIET_MS = 3000;

/** What the app does besides, once its first screen is there, or as soon as the server cannot be reached. */
export function afterStart(queryClient: QueryClient): void {
  // It believes in a network until it hears of one that goes; else it would not hear of the one that comes.
  onlineManager.setOnline(navigator.onLine);
  keepAnswers(queryClient, sessionQuery.queryKey);
  showOfflineAge(queryClient);
  dropDrafts(queryClient);
  letInstall(queryClient);
  // Not where a file that is written this minute is to be seen the next.
  const hasWorker = import.meta.env.PROD && 'serviceWorker' in navigator;
  const askForMore = () => {
    lookAhead(queryClient);
    // Some browsers refuse it, in private windows for one.
    if (hasWorker) followWorker().catch(() => {});
  };
  // Begun so early that the first screen may still be on its way.
  if (hasWorker && navigator.serviceWorker.controller) setTimeout(askForMore, QUIET_MS);
  else askForMore();
}

/** Calls `heard` whenever something is known anew of who is signed in, and now. */
function onSession(queryClient: QueryClient, heard: () => void): void {
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerResultsUpdated' && query.queryKey[0] === sessionQuery.queryKey[0]) heard();
  });
  heard();
}

/** On a shared phone: what somebody else began to write in this tab waits no more once another is here. */
function dropDrafts(queryClient: QueryClient): void {
  onSession(queryClient, () => {
    const user = queryClient.getQueryData(sessionQuery.queryKey);
    if (user) dropDraftsOfOthers(user._id);
  });
}

function lookAhead(queryClient: QueryClient): void {
  // Without an answer or storage it is tried another time.
  onSession(queryClient, () => void fetchAhead(queryClient).catch(() => {}));
}

function letInstall(queryClient: QueryClient): void {
  const show = () => menuEntry.fill(isInstallable() && <InstallEntry />);
  installPrompt.onChange = show;
  show();
  queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    const isGood = type === 'updated' && mutation?.state.status === 'success' && mutation.meta?.isMilestone;
    if (isGood && isInstallable() && notice.current() === null) offerInstall();
  });
}
