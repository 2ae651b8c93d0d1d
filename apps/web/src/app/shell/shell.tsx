import type { User } from '@minga/contract/session';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatch, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SkipLink } from '../../components/page/skip-link.tsx';
import { useOnline } from '../../components/use-online.ts';
import {
  cachedEmail,
  cacheIdentity,
  clearCachedIdentity,
} from '../../features/accounts/session/cached-identity.ts';
import { SESSION_ENDED, sessionQuery, syncWithOtherTabs } from '../../features/accounts/session/session.ts';
import { forgetAttendances } from '../../features/attendance/remembered-attendances.ts';
import { removePendingOfOthers } from '../../features/notifications/bell.ts';
import {
  BellButton,
  BellPanel,
  useBell,
  useConnectionStatus,
} from '../../features/notifications/notification-bell.tsx';
import { onIdentityUnconfirmed } from '../../lib/server/api.ts';
import { onSessionLoss } from '../../lib/server/query-client.ts';
import { toastError } from '../../lib/toasts.ts';
import { useHasTabs } from './places.ts';
import classes from './shell.module.css';
import { identityDialog, notice, outbox, shownAge } from './slots.ts';
import { MemberTabs, tabClass, VisitorTabs } from './tab-bar.tsx';
import { MemberBar, VisitorBar } from './top-bar.tsx';

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
  const isTabbed = useHasTabs();
  useCachedIdentity();
  useEffect(() => syncWithOtherTabs(queryClient), [queryClient]);
  useSessionLossToast();
  return (
    // The attribute reserves the height of the tab bar (theme/tokens.css).
    <div className={classes.shell} data-tabbed={isTabbed || undefined}>
      <SkipLink />
      <div className={classes.top}>
        {user ? (
          <MemberBars key={user._id} user={user} isTabbed={isTabbed} />
        ) : (
          <>
            <VisitorBar isKnown={user === null} />
            {user === null && isTabbed && <VisitorTabs />}
          </>
        )}
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
      {identityDialog.useContent()}
    </div>
  );
}

/** The top bar and, on phones, the tab bar, of which each has a button of the one bell. */
function MemberBars({ user, isTabbed }: { user: User; isTabbed: boolean }) {
  const bell = useBell(user._id);
  const { isConnected, announcement } = useConnectionStatus();
  return (
    <>
      <MemberBar
        user={user}
        isConnected={isConnected}
        bell={<BellButton {...bell} name="Notificaciones" className={classes.bell} />}
      />
      {isTabbed && <MemberTabs bell={<BellButton {...bell} name="Avisos" isNamed className={tabClass} />} />}
      <BellPanel userId={user._id} isConnected={isConnected} />
      <span role="status" className="unseen">
        {announcement}
      </span>
    </>
  );
}

/** Shown while offline, with the age of the displayed data. */
function OfflineBanner() {
  const isOnline = useOnline();
  const age = shownAge.useContent();
  return (
    <div role="status">
      {age ??
        (!isOnline && (
          <p className={classes.banner}>Sin conexión a internet. Lo que ves puede no estar al día.</p>
        ))}
    </div>
  );
}

/** Explains why the bar has neither a visitor's nor a member's links: the session check failed. */
function SessionError() {
  const session = useQuery(sessionQuery);
  // On guarded pages the guard shows the error.
  const isGuarded = useMatch({ from: '/_shell/_member', shouldThrow: false }) !== undefined;
  const isUnknown = session.isError && session.data === undefined && !isGuarded;
  return (
    <div role="status">
      {isUnknown && (
        <p className={classes.sessionErrorBanner}>
          <span>{`No pudimos comprobar si tienes una sesión abierta. ${session.error.message}`}</span>
          <button type="button" className={`plain ${classes.retry}`} onClick={() => void session.refetch()}>
            Intentar de nuevo
          </button>
        </p>
      )}
    </div>
  );
}

/** Stores the session's identity in this browser; clears it without a session or when the check fails. */
function useCachedIdentity(): void {
  const { data: user, isError } = useQuery(sessionQuery);
  useEffect(() => {
    if (user) {
      cacheIdentity(user);
      removePendingOfOthers(user._id);
    } else if (isError || user === null) {
      // A visitor, who was not signed in, keeps the lists.
      if (cachedEmail() !== null) forgetAttendances();
      clearCachedIdentity();
      // After a failed check the pending changes may still be the user's.
      if (user === null) removePendingOfOthers();
    }
  }, [user, isError]);
}

/** Shows a toast on public pages when the session has expired; guarded pages redirect to /login, which shows the message. */
function useSessionLossToast(): void {
  const router = useRouter();
  useEffect(
    () =>
      onSessionLoss(() => {
        const isGuarded = router.state.matches.some(({ routeId }) => routeId === '/_shell/_member');
        if (!isGuarded) toastError(SESSION_ENDED);
      }),
    [router],
  );
}
