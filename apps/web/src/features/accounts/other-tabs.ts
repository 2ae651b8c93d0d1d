import type { QueryClient } from '@tanstack/react-query';

const CHANNEL = 'minga.session';
const channels = new WeakMap<QueryClient, BroadcastChannel>();

/**
 * Calls `onChange` when another tab of this browser signs in or out. Returns the function that unsubscribes. Browsers
 * before 2022 have no BroadcastChannel: there a tab refetches the session when it regains focus.
 */
export function subscribeToOtherTabs(queryClient: QueryClient, onChange: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onChange;
  channels.set(queryClient, channel);
  return () => {
    channels.delete(queryClient);
    channel.close();
  };
}

/** Called only by the tab where the user signs in or out, never in response to a message, to prevent message loops. */
export const notifyOtherTabs = (queryClient: QueryClient): void =>
  void channels.get(queryClient)?.postMessage('changed');
