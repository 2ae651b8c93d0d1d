import { type ReactNode, useSyncExternalStore } from 'react';

// Filled by app/installed, a deferred script, and the dialog by the call that needs it.

/** A line below the bar, about updates and installation. */
export const notice = createSlot();

/** What this browser has not sent yet, and outcomes that the viewer has not seen. */
export const outbox = createSlot();

/** The age of the displayed data, replacing the offline banner's default text. */
export const shownAge = createSlot();

/** The dialog that asks for a proof of identity. */
export const identityDialog = createSlot();

/** An additional entry of the account menu. */
export const menuEntry = createSlot();

/** A placeholder in the layout that a deferred script may fill. */
export interface Slot {
  /** Null clears it. */
  fill(content: ReactNode): void;
  current(): ReactNode;
  /** The content, for the component that renders it. */
  useContent(): ReactNode;
}

function createSlot(): Slot {
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
