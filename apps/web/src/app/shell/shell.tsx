import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SkipLink } from '../../components/skip-link.tsx';
import { sessionQuery, syncWithOtherTabs } from '../../features/accounts/session.ts';
import { onIdentityUnconfirmed } from '../../lib/api.ts';
import { BottomNavigation } from './bottom-navigation.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { SessionError } from './session-error.tsx';
import classes from './shell.module.css';
import { identityDialog, notice, outbox } from './slots.ts';
import { TopBar } from './top-bar.tsx';
import { useCachedIdentity } from './use-cached-identity.ts';
import { useSessionLossToast } from './use-session-loss-toast.ts';

onIdentityUnconfirmed(() =>
  import('../../features/accounts/ask-identity.tsx').then(
    ({ askIdentity }) => askIdentity(identityDialog),
    () => false,
  ),
);

/** The layout of every screen except the landing page. */
export function Shell() {
  const queryClient = useQueryClient();
  const { data: user } = useQuery(sessionQuery);
  useCachedIdentity();
  useEffect(() => syncWithOtherTabs(queryClient), [queryClient]);
  useSessionLossToast();
  return (
    <div className={classes.shell}>
      <SkipLink />
      <div className={classes.top}>
        <TopBar user={user} />
        <OfflineBanner />
        <SessionError />
        <div role="status">
          {notice.useContent()}
          {outbox.useContent()}
        </div>
      </div>
      <main id="contenido" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      {user && <BottomNavigation />}
      {identityDialog.useContent()}
    </div>
  );
}
