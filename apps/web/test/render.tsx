import './browser.ts';
import './server.ts';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { Providers } from '../src/app/app.tsx';
import { createAppRouter } from '../src/app/router.tsx';
import { Toaster } from '../src/components/toaster.tsx';
import { handleSessionLoss } from '../src/features/accounts/session/session.ts';
import { createQueryClient } from '../src/lib/server/query-client.ts';
import { currentToasts, dismissToast } from '../src/lib/toasts.ts';

// As long as what `expect.poll` waits for (vitest.config.ts).
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  for (const toast of currentToasts()) dismissToast(toast.id);
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** The whole app at this address. The server is what `declareResponses` made of it. */
export function renderApp(path: string) {
  const queryClient: QueryClient = createQueryClient(() => handleSessionLoss(queryClient));
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [path] }) });
  render(
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { router, queryClient };
}

/** One component by itself, with theme and query client, but without a router. */
export function renderPiece(piece: ReactNode) {
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>{piece}</QueryClientProvider>
    </MantineProvider>,
  );
}

/** One component with theme, query client, toasts and a router whose every address shows it. */
export async function renderInRouter(piece: ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => piece, notFoundComponent: () => null }),
    history: createMemoryHistory(),
  });
  await router.load();
  const queryClient = createQueryClient();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
      <Toaster />
    </MantineProvider>,
  );
  return { router, queryClient };
}
