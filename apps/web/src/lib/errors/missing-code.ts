import { safeSessionStorage } from '../storage/safe-storage.ts';

const RELOADED_KEY = 'minga.reloaded';
const PREFIX = 'A part of the app did not arrive: ';

/** Message prefixes of a failed dynamic import in Chromium, Firefox, Safari and, for style sheets, Vite. */
const MESSAGES = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
];

/** Whether a chunk of the app could not be loaded: no network, or a deploy has removed it. */
export const isMissingCode = (error: unknown): error is Error =>
  error instanceof Error && MESSAGES.some(message => error.message.includes(message));

/**
 * Listener of Vite's `vite:preloadError`. The router reloads the page on messages that start like the browsers' own, which
 * offline would replace the app by the browser's error page. The prefix prevents that.
 */
export function reportMissingCode(event: Event & { payload: Error }): void {
  if (isMissingCode(event.payload)) event.payload.message = PREFIX + event.payload.message;
}

/** Reloads the page once for each missing chunk. A second reload would not help. */
export function reloadOnceFor(error: Error): void {
  if (safeSessionStorage.get(RELOADED_KEY) === error.message) return;
  // Without storage the page would reload endlessly.
  if (safeSessionStorage.set(RELOADED_KEY, error.message)) location.reload();
}
