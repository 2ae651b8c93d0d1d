import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery, useUser } from '../features/accounts/session.ts';
import { openLive } from '../lib/live/connection.ts';

const CHECK_DELAY_MS = 1_000;

/** The tab's live connection while a user is signed in. `address` is the API's origin, by default the page's. */
export function LiveConnection({ address }: { address?: string }) {
  const queryClient = useQueryClient();
  const userId = useUser()?._id;
  useEffect(() => {
    if (userId === undefined) return;
    return openLive({ userId, address, onRejected: () => isStillSignedIn(queryClient, userId) });
  }, [queryClient, userId, address]);
  return null;
}

/**
 * Refetches the session, which may end it here. After a password change the cookie of the new session may arrive shortly after
 * the old session ended.
 */
async function isStillSignedIn(queryClient: QueryClient, userId: string): Promise<boolean> {
  do await new Promise(resolve => setTimeout(resolve, CHECK_DELAY_MS));
  while (queryClient.isMutating() > 0);
  if (queryClient.getQueryData(sessionQuery.queryKey)?._id !== userId) return false;
  const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null);
  return user?._id === userId;
}
