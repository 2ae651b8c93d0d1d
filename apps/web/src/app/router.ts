import {
  createRouter,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router';
import { createElement } from 'react';
import { LoadingStatus } from '../components/loading-status.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { RouteError } from './route-error.tsx';
import { routeTree } from './routeTree.gen.ts';

/** Search parameters are plain text: '?q=2026' is the text '2026', and links stay readable. Routes validate their own. */
const asText = (value: string): unknown => value;

export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    parseSearch: parseSearchWith(asText),
    stringifySearch: stringifySearchWith(String),
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: () => createElement(LoadingStatus, { text: 'Cargando…' }),
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
