import {
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  type RouterHistory,
} from '@tanstack/react-router';
import { LoadingStatus } from '../components/page/loading-status.tsx';
import { RouteError } from './route-error.tsx';
import { routeTree } from './routeTree.gen.ts';

/** The location that was rendered last; null before the first. */
let rendered: ParsedLocation | null = null;

/**
 * A first page that is scrolled before its hydration, by the user or by the browser, would go to the top. When a dialog leaves the history
 * its page stays where it is, or where the result of the dialog was scrolled into view.
 */
function canRestoreScroll({ location }: { location: ParsedLocation }): boolean {
  const from = rendered;
  rendered = location;
  if (from === null) return scrollY === 0;
  const { dialog } = from.state;
  return from.href !== location.href || dialog === undefined || dialog === location.state.dialog;
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

/**
 * Parses search parameters as text. The router's own parser would turn '?q=2026', or a token of digits, into a number. The
 * routes validate the values by `validateSearch`.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** The inverse, with the leading '?'; omits empty values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
