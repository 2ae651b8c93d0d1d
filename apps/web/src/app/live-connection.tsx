import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery, useUser } from '../features/accounts/api/session.ts';
import { openLive } from '../lib/live/connection.ts';

const CHECK_DELAY_MS = 1_000;

/** The tab's live connection, as long as somebody is signed in. `address`: where the API is, if not where the page comes from. */
export function LiveConnection({ address }: { address?: string }) {
  const queryClient = useQueryClient();
  const userId = useUser()?._id;
  useEffect(() => {
    if (userId === undefined) return;
    return openLive({ userId, address, onRefused: () => isStillSignedIn(queryClient, userId) });
  }, [queryClient, userId, address]);
  return null;
}

/**
 * Asks the server for the session, which may end here by that. Who has just changed the password has a new one, whose
 * cookie may come a moment later than the end of the old one.
 */
async function isStillSignedIn(queryClient: QueryClient, userId: string): Promise<boolean> {
  do await new Promise(resolve => setTimeout(resolve, CHECK_DELAY_MS));
  while (queryClient.isMutating() > 0);
  if (queryClient.getQueryData(sessionQuery.queryKey)?._id !== userId) return false;
  const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null);
  return user?._id === userId;
}
