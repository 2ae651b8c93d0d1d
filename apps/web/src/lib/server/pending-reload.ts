const listeners = new Set<() => void>();
let isLeaving = false;

/** Calls the listener before the page reloads for a new version, so that forms can store their values. */
export function onPendingReload(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Called when the user starts the reload: forms store their values and skip the dialog for unsaved changes. */
export function announceReload(): void {
  for (const listener of listeners) listener();
  isLeaving = true;
}

export const isReloadPending = (): boolean => isLeaving;
