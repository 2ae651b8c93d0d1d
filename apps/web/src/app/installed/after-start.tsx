import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/api/session.ts';
import { installPrompt } from '../../lib/install-prompt.ts';
import { keepAnswers } from '../../lib/offline/keep-answers.ts';
import { menuEntry, notice } from '../shell/slots.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { followWorker } from './follow-worker.ts';
import { offerInstall } from './install.tsx';
import { InstallEntry } from './install-entry.tsx';
import { isInstallable } from './installability.ts';
import { tellAge } from './offline-age.tsx';

/** What the app does besides, once its first screen is there, or as soon as the server cannot be reached. */
export function afterStart(queryClient: QueryClient): void {
  keepAnswers(queryClient, sessionQuery.queryKey);
  tellAge(queryClient);
  lookAhead(queryClient);
  letInstall(queryClient);
  // Not where a file that is written this minute is to be seen the next. Some browsers refuse it, in private windows for one.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) followWorker().catch(() => {});
}

function lookAhead(queryClient: QueryClient): void {
  // Without an answer or storage it is tried another time.
  const look = () => void fetchAhead(queryClient).catch(() => {});
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerResultsUpdated' && query.queryKey[0] === sessionQuery.queryKey[0]) look();
  });
  look();
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
