import { createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router';
import { LoadingStatus } from '../components/loading-status.tsx';
import { RouteError } from './route-error.tsx';
import { routeTree } from './routeTree.gen.ts';
import { parseSearch, stringifySearch } from './search-text.ts';

let isFirstPage = true;

/** A first page that is scrolled before its hydration, by the user or by the browser, would go to the top. */
function canRestoreScroll(): boolean {
  const isScrolledAlready = isFirstPage && scrollY > 0;
  isFirstPage = false;
  return !isScrolledAlready;
}

interface Options {
  history?: RouterHistory;
  isServer?: boolean;
}

export const createAppRouter = ({ history, isServer = false }: Options = {}) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    isServer,
    parseSearch,
    stringifySearch,
    // On the server it would render an inline script, which the content security policy blocks.
    scrollRestoration: isServer ? false : canRestoreScroll,
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
