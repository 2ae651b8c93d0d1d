import './browser.ts';
import './server.ts';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, getConfig, render } from '@testing-library/react';
import * as React from 'react';
import { afterEach, vi } from 'vitest';
import { Providers } from '../src/app/app.tsx';
import { createAppRouter } from '../src/app/router.tsx';
import { Toaster } from '../src/components/toaster.tsx';
import { handleSessionLoss } from '../src/features/accounts/session/session.ts';
import { createQueryClient } from '../src/lib/server/query-client.ts';
import { currentToasts, dismissToast } from '../src/lib/toasts.ts';

const { getElementError } = getConfig();

configure({
  // As long as what `expect.poll` waits for (vitest.config.ts).
  asyncUtilTimeout: 30_000,
  // `findBy` and `waitFor` repeat a failed attempt. Only their last error prints the document, which takes longer than the attempt.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

// React captures the stack of each created element, up to a number a second, for warnings that name the component without it.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => undefined },
);

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
export function renderPiece(piece: React.ReactNode) {
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>{piece}</QueryClientProvider>
    </MantineProvider>,
  );
}

/** One component with theme, query client, toasts and a router whose every address shows it. */
export async function renderInRouter(piece: React.ReactNode) {
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
