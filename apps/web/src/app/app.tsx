import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Toaster } from '../components/toaster.tsx';
import { sessionQuery, useUser } from '../features/accounts/session/session.ts';
import { openLive } from '../lib/live/live.ts';
import { ThemeProvider } from '../theme/theme-provider.tsx';

interface Props {
  router: AnyRouter;
  queryClient: QueryClient;
}

/** The whole app: rendered by entry-server.tsx, and rendered or hydrated by main.tsx. */
export const App = ({ router, queryClient }: Props) => (
  <>
    <NoScriptNotice />
    <Providers queryClient={queryClient}>
      <LiveConnection />
      <RouterProvider router={router} />
    </Providers>
  </>
);

interface ProvidersProps {
  queryClient: QueryClient;
  children: ReactNode;
}

export const Providers = ({ queryClient, children }: ProvidersProps) => (
  <ThemeProvider>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    <Toaster />
  </ThemeProvider>
);

/** Shown on server-rendered pages without JavaScript; server-rendered.css then hides what has no effect. */
const NoScriptNotice = () => (
  <noscript>
    <aside className="no-script" aria-label="JavaScript">
      <p>
        Puedes leer esta página, buscar y confirmar tu asistencia sin JavaScript. Para lo demás hay que
        activarlo.
      </p>
    </aside>
  </noscript>
);

const CHECK_DELAY_MS = 1_000;

/** The tab's live connection while a user is signed in. `address` is the API's origin, by default the page's. */
export function LiveConnection({ address }: { address?: string }) {
  const queryClient = useQueryClient();
  const userId = useUser()?._id;
  useEffect(() => {
    if (userId === undefined) return;
    return openLive({ userId, address, onRejected: () => isStillSignedIn(queryClient, userId) });
  }, [queryClient, userId, address]);
  return null;
}

/**
 * Refetches the session, which may end it here. After a password change the cookie of the new session may arrive shortly after
 * the old session ended.
 */
async function isStillSignedIn(queryClient: QueryClient, userId: string): Promise<boolean> {
  do await new Promise(resolve => setTimeout(resolve, CHECK_DELAY_MS));
  while (queryClient.isMutating() > 0);
  if (queryClient.getQueryData(sessionQuery.queryKey)?._id !== userId) return false;
  const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null);
  return user?._id === userId;
}
