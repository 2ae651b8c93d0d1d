import { type ReactNode, useSyncExternalStore } from 'react';

/** A placeholder in the layout that a deferred script may fill. */
export interface Slot {
  /** Null clears it. */
  fill(content: ReactNode): void;
  current(): ReactNode;
  /** The content, for the component that renders it. */
  useContent(): ReactNode;
}

export function createSlot(): Slot {
  let content: ReactNode = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const current = () => content;
  return {
    current,
    fill(next) {
      content = next;
      for (const listener of listeners) listener();
    },
    useContent: () => useSyncExternalStore(subscribe, current, () => null),
  };
}
