import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { cachedEmail } from '../features/accounts/session/cached-identity.ts';
import { sessionQuery } from '../features/accounts/session/session.ts';
import { App } from './app.tsx';
import { hydrateInitialData } from './initial-data.ts';
import { createAppRouter } from './router.tsx';

interface Options {
  readonly root: HTMLElement;
  readonly queryClient: QueryClient;
  /** Whether a chunk of the app failed to load. */
  readonly isCodeMissing: () => boolean;
}

/**
 * Hydrates a server-rendered page. React does so in slices, one Suspense boundary after the other, and first the one that
 * the user presses. Rejects if the screen's code is missing: the page then stays as it is, and readable.
 */
export async function hydrateApp({ root, queryClient, isCodeMissing }: Options): Promise<Root> {
  await nextTask();
  hydrateInitialData(queryClient);
  await nextTask();
  const router = createAppRouter();
  await nextTask();
  // Loads the screen's chunk.
  await router.load();
  if (isCodeMissing()) throw new Error('missing code');
  await loadSession(queryClient);
  await applyStyleSheet();
  // The server rendered the page for visitors, and a page that the browser has translated has other elements (decision 71).
  const isHydratable =
    queryClient.getQueryData(sessionQuery.queryKey) === null && !root.querySelector('font');
  delete root.dataset.serverRendered;
  // The router then renders the same Suspense boundaries as on the server.
  if (isHydratable) router.ssr = { manifest: undefined };
  const app = (
    <StrictMode>
      <App router={router} queryClient={queryClient} />
    </StrictMode>
  );
  // Rendered from the start.
  if (!isHydratable) {
    const reactRoot = createRoot(root);
    reactRoot.render(app);
    return reactRoot;
  }
  // In a transition, which React renders in slices of 5 ms.
  const reactRoot = hydrateInTransition(root, app);
  replayPendingPress(root);
  return reactRoot;
}

/** Ends the current task, so that the browser can handle input before the next one. */
const nextTask = () => new Promise(resolve => setTimeout(resolve));

function hydrateInTransition(root: HTMLElement, app: ReactNode): Root {
  let hydrated: Root | undefined;
  startTransition(() => {
    hydrated = hydrateRoot(root, app);
  });
  return hydrated as Root;
}

/**
 * Lets the style sheet take effect: the document has the styles of what the server rendered alone. It lays the page out again, so that it
 * waits until the code is there, long after the frame of the press that loads it. Never resolves if the sheet is missing, like other code.
 * `link.sheet` does not tell: in Chromium a sheet that fails to load has an empty one, already before the event `error`.
 */
async function applyStyleSheet(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (link === null) return;
  // public/deferred-scripts.js marks a sheet that has loaded.
  if (link.media === 'print' && !link.hasAttribute('data-loaded'))
    await new Promise(resolve => link.addEventListener('load', resolve, { once: true }));
  link.media = 'all';
}

/**
 * The server's page was for a visitor. That still holds if this browser remembers no user; otherwise the user may have
 * signed in in another tab since, and may see more, such as own activities.
 */
export async function loadSession(queryClient: QueryClient): Promise<void> {
  const { queryKey } = sessionQuery;
  if (cachedEmail() === null) {
    queryClient.setQueryData(queryKey, null);
    return;
  }
  await queryClient.prefetchQuery(sessionQuery);
  if (queryClient.getQueryData(queryKey)) {
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' });
    await queryClient.invalidateQueries({ predicate: query => query.queryKey[0] !== queryKey[0] });
  }
}

/**
 * Repeats the last press of a button from before hydration, which public/pending-interactions.js marked. The click makes
 * React hydrate the boundaries around the button at once, and then reaches their handlers.
 */
function replayPendingPress(root: HTMLElement): void {
  const button = root.querySelector<HTMLButtonElement>('[data-pressed]');
  button?.removeAttribute('data-pressed');
  button?.click();
}
