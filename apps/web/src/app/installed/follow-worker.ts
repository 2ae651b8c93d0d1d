import { announceUpdate } from './announce-update.tsx';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Starts the service worker (src/service-worker) and watches for new versions of the app. One that is there waits: it is
 * announced where this page runs an older one, and begins at once where this page was loaded with it already.
 */
export async function followWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js');
  if (registration.waiting) void welcome(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void welcome(worker);
    });
  });
  lookForUpdates(registration);
}

async function welcome(worker: ServiceWorker): Promise<void> {
  // The first of all: it begins by itself.
  if (navigator.serviceWorker.controller === null) return;
  if (await isOwn(worker)) worker.postMessage('begin');
  else announceUpdate(worker);
}

/** Was this page loaded with the version that the worker brings? Each has another entry file or style sheet. */
function isOwn(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const linked = document.querySelectorAll<HTMLElement>('script[src], link[rel="stylesheet"]');
  const paths = Array.from(
    linked,
    element => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
  );
  worker.postMessage({ isYours: paths.filter(path => path.startsWith('/assets/')) }, [port2]);
  return new Promise(resolve => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
}

/** The browser looks when a page is opened; the app is one that may stay open for days. */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  const look = () => {
    if (document.hidden || !navigator.onLine || Date.now() - lookedAt < HOUR_MS) return;
    lookedAt = Date.now();
    // Without an answer it is looked again later.
    registration.update().catch(() => {});
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
}
