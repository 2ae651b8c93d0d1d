import { toastError } from '../toasts.ts';

const NOT_LOADED = 'Sin conexión no podemos abrir esto. Intenta de nuevo cuando tengas internet.';

/** Loads code ahead. A failure is reported when the code is needed. */
export const preload = (load: () => Promise<unknown>) => () => void load().catch(() => {});

/**
 * Calls `show` once the code that it renders is loaded. Without a network the page stays as it is, with a message, and `onMissing` is
 * called. With one, the code is missing since a deployment, and `show` makes the route's error reload the page (route-error.tsx).
 */
export function whenLoaded(load: () => Promise<unknown>, show: () => void, onMissing?: () => void): void {
  const report = () => {
    toastError(NOT_LOADED);
    onMissing?.();
  };
  load().then(show, () => fetch('/healthz').then(({ ok }) => (ok ? show() : report()), report));
}
