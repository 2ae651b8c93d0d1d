const listeners = new Set<() => void>();

/** Calls the listener before the redirect to /login, so that forms can store their values. */
export function onSessionLoss(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Called when the session has ended without a sign-out, before the screens are updated. */
export function announceSessionLoss(): void {
  for (const listener of listeners) listener();
}
