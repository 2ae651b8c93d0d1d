import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/session/session.ts';
import { isDataLimited } from '../../lib/saved-data.ts';
import { announceReload } from '../../lib/server/pending-reload.ts';
import { siteName } from '../../lib/site-name.ts';
import { notice } from '../shell/slots.ts';
import { AppNotice } from './app-notice.tsx';
import { onSession } from './on-session.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Registers the service worker (src/service-worker) and watches for new versions of the app. A waiting version is announced
 * if this page runs an older one, and activated at once if this page was loaded with it.
 */
export async function followWorker(queryClient: QueryClient): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js');
  if (registration.waiting) void handleInstalled(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void handleInstalled(worker);
    });
  });
  checkForUpdates(registration);
  cacheCodeAhead(registration, queryClient);
}

/** Lets the worker cache what this page has loaded without it, and the screens of users once one has signed in, unless data are limited. */
function cacheCodeAhead(registration: ServiceWorkerRegistration, queryClient: QueryClient): void {
  const isFirstVisit = navigator.serviceWorker.controller === null;
  const request = () => {
    const worker = navigator.serviceWorker.controller ?? registration.installing;
    const isMember = Boolean(queryClient.getQueryData(sessionQuery.queryKey));
    const set = isMember && !isDataLimited() ? 'member' : null;
    worker?.postMessage({ cache: { loaded: isFirstVisit ? loadedCode() : [], set } });
  };
  onSession(queryClient, request);
  navigator.serviceWorker.addEventListener('controllerchange', request);
  // The worker completes what it could not fetch before.
  addEventListener('online', request);
}

const loadedCode = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter(path => path.startsWith('/assets/'));

async function handleInstalled(worker: ServiceWorker): Promise<void> {
  // The first worker activates by itself.
  if (navigator.serviceWorker.controller === null) return;
  if (await isThisVersion(worker)) worker.postMessage('activate');
  else announceUpdate(worker);
}

/** Whether this page was loaded with the worker's version: versions differ in their entry file or style sheet. */
function isThisVersion(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const linked = document.querySelectorAll<HTMLElement>('script[src], link[rel="stylesheet"]');
  const paths = Array.from(
    linked,
    element => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
  );
  worker.postMessage({ includes: paths.filter(path => path.startsWith('/assets/')) }, [port2]);
  return new Promise(resolve => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
}

/** The browser checks when a page is opened; the app may stay open for days. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  const check = () => {
    if (document.hidden || !navigator.onLine || Date.now() - checkedAt < HOUR_MS) return;
    checkedAt = Date.now();
    // Without a response it is checked again later.
    registration.update().catch(() => {});
  };
  document.addEventListener('visibilitychange', check);
  addEventListener('online', check);
}

/** Announces that a new version is installed, with a button that activates it. */
const announceUpdate = (worker: ServiceWorker): void =>
  notice.fill(
    <AppNotice
      action={{ label: 'Actualizar', onPress: () => activate(worker) }}
      dismissal={{ label: 'Después' }}
    >
      {`Hay una versión nueva de ${siteName}.`}
    </AppNotice>,
  );

/** Other tabs continue with their version. */
function activate(worker: ServiceWorker): void {
  const reload = () => {
    announceReload();
    location.reload();
  };
  // Another tab may have activated it.
  if (worker.state === 'activated') reload();
  else {
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    worker.postMessage('activate');
  }
}
