const listeners = new Set<() => void>();
let isLeaving = false;

/** Runs just before the page is loaded anew with a new version of the app: the moment to keep what was typed. */
export function onReloadAhead(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The page is about to be loaded anew, by its reader's wish: forms keep their words, and need not ask whether to leave. */
export function announceReload(): void {
  for (const listener of listeners) listener();
  isLeaving = true;
}

export const isReloadAhead = (): boolean => isLeaving;
