import type { QueryClient } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { LiveConnection } from './live-connection.tsx';
import { NoScriptNotice } from './no-script-notice.tsx';
import { Providers } from './providers.tsx';

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
