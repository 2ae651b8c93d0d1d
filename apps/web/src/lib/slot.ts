import { type ReactNode, useSyncExternalStore } from 'react';

/** A place on the screen that code which comes later may fill. */
export interface Slot {
  /** Null empties it. */
  fill(content: ReactNode): void;
  current(): ReactNode;
  /** What is in it, for the component that shows it. */
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
