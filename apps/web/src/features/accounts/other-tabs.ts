import type { QueryClient } from '@tanstack/react-query';

const CHANNEL = 'minga.session';
const channels = new WeakMap<QueryClient, BroadcastChannel>();

/**
 * Listens to the other tabs of this browser: `onChange` runs when one of them has signed in or out. Ends with the
 * returned function. (Browsers before 2022 have no such channel: there a tab learns it when it is looked at again.)
 */
export function joinOtherTabs(queryClient: QueryClient, onChange: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onChange;
  channels.set(queryClient, channel);
  return () => {
    channels.delete(queryClient);
    channel.close();
  };
}

/** Called by who signed in or out here, never by who has only heard of it: so no two tabs keep each other busy. */
export const notifyOtherTabs = (queryClient: QueryClient): void =>
  void channels.get(queryClient)?.postMessage('changed');
