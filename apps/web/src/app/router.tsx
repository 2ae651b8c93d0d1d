import { createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router';
import { LoadingStatus } from '../components/loading-status.tsx';
import { RouteError } from './route-error.tsx';
import { routeTree } from './routeTree.gen.ts';
import { parseSearch, stringifySearch } from './search-text.ts';

export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    // Where there is no document it would write an inline script, which no page of ours may run.
    scrollRestoration: typeof document !== 'undefined',
    defaultPreload: 'intent',
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
    defaultPendingComponent: () => <LoadingStatus text="Cargando…" />,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
