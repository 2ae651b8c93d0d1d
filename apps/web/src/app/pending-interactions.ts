/**
 * Repeats the last press of a button from before hydration, which public/pending-interactions.js marked. The click makes
 * React hydrate the boundaries around the button at once, and then reaches their handlers.
 */
export function replayPendingPress(root: HTMLElement): void {
  const button = root.querySelector<HTMLButtonElement>('[data-pressed]');
  button?.removeAttribute('data-pressed');
  button?.click();
}
