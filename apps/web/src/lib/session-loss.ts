const listeners = new Set<() => void>();

/** Runs while a form is still on the screen whose page will be left for /login: the moment to keep what was typed. */
export function onSessionLoss(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The session has ended without its owner's doing; called before the screens hear of it. */
export function announceSessionLoss(): void {
  for (const listener of listeners) listener();
}
