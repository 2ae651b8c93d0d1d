import { safeSessionStorage } from './safe-storage.ts';

const RELOADED_KEY = 'minga.reloaded';
const MARK = 'A part of the app did not arrive: ';

/** How Chromium, Firefox, Safari and Vite (for style sheets) begin to say that a dynamic import failed. */
const SAYINGS = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
];

/** Is the reason that a part of the app itself could not be loaded: no network, or a deploy that took it away? */
export const isMissingCode = (error: unknown): error is Error =>
  error instanceof Error && SAYINGS.some(saying => error.message.includes(saying));

/**
 * Listens to Vite's `vite:preloadError`. The router reloads the page by itself when it meets a message that begins like
 * the browsers' own, which without a network leaves nobody anything but the browser's error page.
 */
export function reportMissingCode(event: Event & { payload: Error }): void {
  if (isMissingCode(event.payload)) event.payload.message = MARK + event.payload.message;
}

/** Loads the page again, once for each missing part: what a second time does not bring is not there. */
export function reloadOnceFor(error: Error): void {
  if (safeSessionStorage.get(RELOADED_KEY) === error.message) return;
  // Without storage the page would reload endlessly.
  if (safeSessionStorage.set(RELOADED_KEY, error.message)) location.reload();
}
